"""WeasyPrint, from HTML and CSS."""

import sys

from html_deck import html
from weasyprint import HTML

HTML(string=html(int(sys.argv[1]))).write_pdf(sys.argv[2])
