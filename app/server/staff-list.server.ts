import { data } from '@remix-run/node'
import type * as z from 'zod'
import type { Actor } from '#core/roles.ts'
import type { StaffPath } from '#core/staff-pages.ts'
import { readGuardedList, requireStaffPage } from './actor.server.ts'
import type { RequestArgs } from './session.server.ts'

/**
 * Answers the loader of a staff list: guards the page, parses the address, and reads the rows. When this read alone fails, the page
 * shows the error in the list's place, with status 500.
 * @param page the path of the page in the list of staff pages
 * @param schema what the address of the list says
 */
export async function loadStaffList<Asked, Data>(
  args: RequestArgs,
  page: StaffPath,
  schema: z.ZodType<Asked>,
  read: (args: RequestArgs, query: Asked) => Promise<Data>,
) {
  const { list, query } = await readStaffList(args, page, schema, read)
  return data({ list, query }, { status: list === null ? 500 : 200 })
}

/** Does the same for a page that shows more than the list; returns the actor as well. */
export async function readStaffList<Asked, Data>(
  args: RequestArgs,
  page: StaffPath,
  schema: z.ZodType<Asked>,
  read: (args: RequestArgs, query: Asked) => Promise<Data>,
): Promise<{ actor: Actor; list: Data | null; query: Asked }> {
  const query = schema.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const [actor, list] = await readGuardedList(args, requireStaffPage(args, page), () => read(args, query))
  return { actor, list, query }
}
