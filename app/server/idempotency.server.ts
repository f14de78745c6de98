/**
 * Reads the idempotency key of a request that creates something: the header `Idempotency-Key` of a program, else the hidden
 * field of a form. The database keeps the response for a day (`private.idempotency_keys`): the same key returns it again, and
 * another body with the same key is refused as `key_reused`.
 * @param field what the form's hidden field holds
 * @returns null without a key: then each request counts
 */
export function readIdempotencyKey(request: Request, field?: unknown): string | null {
  const key = request.headers.get('idempotency-key')?.trim() || field
  return typeof key === 'string' && key !== '' ? key : null
}
