import { signInRedirect, signInResponse } from '#features/accounts/accounts.responses.server.ts'
import { guestSchema } from '#features/accounts/accounts.schema.ts'
import { continueAsGuest } from '#features/accounts/accounts.writes.server.ts'
import { apiAction } from '#server/api.server.ts'

export const action = apiAction(
  { schema: guestSchema, mayBeEmpty: true },
  async (args, { value, isForm }) => {
    const guest = await continueAsGuest(args)
    return isForm ? signInRedirect(guest, value.redirect) : signInResponse(guest)
  },
)
