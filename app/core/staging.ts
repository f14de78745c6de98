/** The notice on every page and mail of a rehearsal (SITE_MODE=staging): nobody should take its tickets for real ones. */
export const stagingNotice = 'This is a rehearsal: nobody is charged, and its tickets admit nobody.'
