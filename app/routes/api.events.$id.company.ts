import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import * as paths from '#core/paths.ts'
import { companyFormSchema } from '#features/community/company/company.schema.ts'
import { showInCompany } from '#features/community/company/company.writes.server.ts'
import { requireMember } from '#server/actor.server.ts'
import { errorResponse, refusalResponse } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'

/** Takes the plain form by which a holder is seen as going to an event, or is not any more, and goes back to the tickets. */
export async function action(args: ActionFunctionArgs) {
  await requireMember(args)
  const form = await readForm(args.request, companyFormSchema)
  if (!form.ok) throw errorResponse(422, 'Please choose from the list.')
  const refusal = await showInCompany(args, args.params.id ?? '', form.value.shown === 'yes')
  if (refusal) throw refusalResponse(refusal)
  return redirect(`${paths.myTickets()}#company`, 303)
}
