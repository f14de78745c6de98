/** Reads a file of invitations to free tickets: CSV with one line for each invitee. */
import { parseCsv } from '#core/csv.ts'
import { isOneLine, strangeText } from '#core/plain-text.ts'
import { mostCompRows } from './free-tickets.schema.ts'

/** One row as the database takes it: texts, which it checks. */
export type CompRow = {
  name: string
  email: string
  /** Id or name of the ticket type. */
  type: string
  quantity: string
  reason: string
  note: string
  transferable: string
}

const columns = ['name', 'email', 'type', 'quantity', 'reason', 'note'] as const
const needed = ['name', 'email', 'type', 'reason'] as const

/**
 * Reads the text of a file. Its first line names the columns in any order: `name`, `email`, `type`, `reason`, and `quantity` (1
 * where it is left out) and `note`; others are ignored. Lines without any value are skipped.
 * @returns the rows with the number of their line in the file; `problem` where the file as a whole can't be read
 */
export function readCompFile(text: string): { rows: CompRow[]; lines: number[]; problem: string | null } {
  const failed = (problem: string) => ({ rows: [], lines: [], problem })
  const cells = parseCsv(text)
  if (!cells) return failed('A quotation mark is not closed.')
  const [head = [], ...rest] = cells
  const names = head.map((name) => name.trim().toLowerCase())
  const missing = needed.filter((name) => !names.includes(name))
  if (missing.length > 0) return failed(`The first line must name ${missing.join(', ')}.`)
  const filled = rest.map((row, at) => ({ row, line: at + 2 })).filter(({ row }) => row.some(Boolean))
  if (filled.length === 0) return failed('The file has no lines.')
  if (filled.length > mostCompRows) return failed(`The file can have at most ${mostCompRows} lines.`)
  const strange = filled.find(({ row }) => !row.every(isOneLine))
  if (strange) return failed(`Line ${strange.line}: ${strangeText}.`)
  return {
    rows: filled.map(({ row }) => {
      // The apostrophe with which files of this site keep a spreadsheet from reading a formula is not part of the text.
      const cell = (name: string) => row[names.indexOf(name)]?.trim().replace(/^'(?=[=+\-@])/, '') ?? ''
      const [name, email, type, quantity, reason, note] = columns.map(cell)
      return {
        name: name ?? '',
        email: email ?? '',
        type: type ?? '',
        quantity: quantity || '1',
        reason: reason ?? '',
        note: note ?? '',
        transferable: '',
      }
    }),
    lines: filled.map(({ line }) => line),
    problem: null,
  }
}
