/** Sizes of files, as the pages that take them promise and the server enforces. */

export const kilobyte = 1024
export const megabyte = 1024 * kilobyte

/**
 * The `handle` of a route whose form takes a file: the largest file in bytes, from the constant that the form's schema and
 * its hint go by. The server takes bodies of that length on the route's path alone.
 */
export type UploadHandle = { largestFile: number }
