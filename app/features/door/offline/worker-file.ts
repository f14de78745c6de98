/** The scanner's service worker, a file that the build makes. It stands at the top, so that it may control the scanner. */
export const workerFile = '/ticket-scanner-worker.js'
