/** Lists what codes that buyers type in can do, and how they stand. */

/** Says what a code does to the price of each unit; `access` only opens what is closed to others, at events alone. */
export const codeEffects = ['percent', 'fixed', 'price', 'access'] as const
export type CodeEffect = (typeof codeEffects)[number]

/** Says whether a code can be used now. */
export const codeStates = ['active', 'not_yet', 'paused', 'ended', 'used_up'] as const
export type CodeState = (typeof codeStates)[number]
