"""What the offline model says of what the tools found."""
