import type { ActionFunctionArgs } from '@remix-run/node'
import { itemViewResponse } from '#features/analytics/analytics.responses.server.ts'

export const action = (args: ActionFunctionArgs) => itemViewResponse(args, 'product_click')
