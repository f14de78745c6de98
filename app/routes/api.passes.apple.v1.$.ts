import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { applePassService } from '#features/tickets/apple-passes.writes.server.ts'

/** Serves the devices that hold passes of Apple Wallet; a pass's own token admits them, no session. */
export const loader = (args: LoaderFunctionArgs) => applePassService(args)
export const action = (args: ActionFunctionArgs) => applePassService(args)
