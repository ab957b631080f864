"""What pnp prints of itself: instructions, calibration, the setup and the victory as templates see them."""
