/** Returns what it was sent, for the host's tests. */
import { createClient } from '@supabase/supabase-js'
import { z } from 'zod'

const bodySchema = z.object({ name: z.string() })

Deno.serve(async (request) => {
  const url = new URL(request.url)
  const { name } = bodySchema.parse(await request.json())
  return Response.json(
    {
      text: `Hello ${name}`,
      path: url.pathname + url.search,
      method: request.method,
      client: typeof createClient,
    },
    { status: 201, headers: { 'x-from': 'greet' } },
  )
})
