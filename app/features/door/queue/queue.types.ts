import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { scanResults } from '#core/scan-results.ts'

/** Result of `upload_scans`, and the response of `POST /api/door/queue`. */
export const uploadedSchema = z.object({
  results: z.array(
    z.object({
      scan: z.uuid(),
      /**
       * confirmed: it stands. conflict: it let somebody in who should not be, and a door manager decides. refused: nobody came in by
       * it. known: it was stored before.
       */
      state: z.enum(['confirmed', 'conflict', 'refused', 'known']),
      /** The result as the server has it: of a conflict the reason. */
      result: z.enum(scanResults),
    }),
  ),
  serverNow: instant,
})
export type Uploaded = z.output<typeof uploadedSchema>
