"""Which passages facts stand on, and which document changed which fact."""
