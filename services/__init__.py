"""Everything about Dossier that is true without a browser. Never imports streamlit."""
