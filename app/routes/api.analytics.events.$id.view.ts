import type { ActionFunctionArgs } from '@remix-run/node'
import { answerItemView } from '#features/analytics/analytics.answers.server.ts'
import { methodNotAllowed } from '#server/api.server.ts'

export const loader = () => methodNotAllowed('POST')

export const action = (args: ActionFunctionArgs) => answerItemView(args, 'event_view')
