/** What every page and mail of a rehearsal says (SITE_MODE=staging), so that nobody takes its tickets for real ones. */
export const stagingNotice = 'This is a rehearsal: nobody is charged, and its tickets admit nobody.'
