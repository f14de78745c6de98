/** The part of Deno that the edge functions use, for the repository's own type check. */
declare const Deno: {
  env: { get(name: string): string | undefined; toObject(): Record<string, string> }
  serve(handler: (request: Request) => Response | Promise<Response>): unknown
}
