"""The view of the graph page that asks a person: what should be looked at, decided and taken back."""
