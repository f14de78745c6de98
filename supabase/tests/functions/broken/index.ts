/** Fails at every call, for the host's tests. */
Deno.serve(() => {
  throw new Error('broken on purpose')
})
