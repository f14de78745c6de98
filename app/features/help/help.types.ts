/** A run of words on one line: plain, bold, or a link. */
export type TextRun = {
  /** Its place in its line, for React's key. */
  at: number
  text: string
  strong?: true
  to?: string
}

/** One block of a text, with its place among the others. A heading can be linked to by its id. */
export type Block = { at: number } & (
  | { kind: 'heading'; level: 2 | 3; id: string; text: string }
  | { kind: 'paragraph'; runs: TextRun[] }
  | { kind: 'list'; items: { at: number; runs: TextRun[] }[] }
)

/** Values for the `{name}`s of a text. A paragraph that needs one which is null is left out. */
export type Values = Record<string, Omit<TextRun, 'at'> | null>

/** A legal text as its page shows it. */
export type LegalText = {
  /** The day from which it holds, as YYYY-MM-DD. */
  version: string
  blocks: Block[]
}

/** One question of the help page with its answer. */
export type Question = { id: string; question: string; answer: Block[] }

/** The questions under one heading of the help page. */
export type Topic = { id: string; title: string; questions: Question[] }
