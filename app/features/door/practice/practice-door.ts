import type { Door } from '../ui/ask-door.ts'
import { type PracticeLog, practise, practiseGroup } from './practice.rules.ts'

const real = 'That’s a real ticket: nobody was let in. Leave practice to scan it.'

/** A door that asks nobody and keeps nothing: it works without a network, and ends with the page. */
export function openPracticeDoor(): Door {
  let log: PracticeLog = new Map()
  return {
    scan: async (of) => {
      const practised = practise(log, of, Date.now())
      if ('real' in practised) return { trouble: real, decided: true }
      log = practised.log
      return { scanned: practised.scanned }
    },
    lookUp: async (of) => {
      const practised = practise(log, of, Date.now())
      return 'real' in practised ? { trouble: real, decided: true } : { scanned: practised.scanned }
    },
    admitGroup: async (of) => {
      const practised = practiseGroup(log, of, Date.now())
      log = practised.log
      return { admitted: practised.admitted }
    },
  }
}
