// Reads PDFs beside the page: whatever stands in one, it can neither run nor hold up the screen.
import 'pdfjs-dist/build/pdf.worker.min.mjs';
