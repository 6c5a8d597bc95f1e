"""What is asked of the graph: entities, facts, neighbourhoods, timelines, changes, histories, paths."""
