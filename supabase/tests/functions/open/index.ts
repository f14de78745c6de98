/** Says which settings it sees, for the host's tests. */
export default {
  fetch: () =>
    Response.json({
      url: Deno.env.get('SUPABASE_URL'),
      publishable: JSON.parse(Deno.env.get('SUPABASE_PUBLISHABLE_KEYS') ?? '{}').default,
      jwks: JSON.parse(Deno.env.get('SUPABASE_JWKS') ?? '{}').keys?.length,
      stackSecret: Deno.env.get('STACK_FUNCTIONS_SECRET') ?? null,
      database: Deno.env.get('DATABASE_PASSWORD') ?? null,
    }),
}
