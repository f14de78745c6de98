/** Ways to sign in that a Firebase project may offer. */
export const firebaseMethods = ['google', 'email'] as const
export type FirebaseMethod = (typeof firebaseMethods)[number]

/**
 * Settings that the browser needs to sign in at a Firebase project. All of it is public by Firebase's own design.
 */
export type FirebaseSettings = {
  projectId: string
  apiKey: string
  /** Host of the pages that the sign-in popup shows. */
  authDomain: string
  methods: readonly FirebaseMethod[]
  /** Origin of the local emulator that stands in for the project; null outside development. */
  emulatorUrl: string | null
}
