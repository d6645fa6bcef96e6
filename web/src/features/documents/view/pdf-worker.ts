// Parses PDFs in a worker, where a malicious file can neither access nor block the page.
import 'pdfjs-dist/build/pdf.worker.min.mjs';
