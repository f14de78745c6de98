/**
 * Makes the addresses of the community's pages behind its feed: a module of its own, so that other public pages do not download it. Use
 * through `paths.ts`.
 */

import { at, part, type Query } from './address.ts'

export const editPost = (id: string) => `/community/${part(id)}/edit`
/** The file of a picture in a post. */
export const postPicture = (name: string) => `/community/pictures/${part(name)}`
/** What an open feed asks: how many posts are newer. @param query `after`, with the `tab` or `event` of the feed */
export const newPosts = (query?: Query) => at('/api/community/new-posts', query)
/** The rules of the community, which decisions of moderators name. */
export const communityRules = () => '/community/rules'
/** The page of a member with a public profile. @param username their handle, without the @ */
export const person = (username: string, query?: Query) => at(`/people/${part(username)}`, query)
/** Whom a member follows, is followed by, blocked and muted; it takes the forms that change it. @param query which of them (`show`) */
export const myPeople = (query?: Query) => at('/settings/people', query)
/** What the bell told a member. @param query the notification that the page begins with (`from`) */
export const notifications = (query?: Query) => at('/notifications', query)
/** What moderators decided about who is signed in, and where they appeal. @param query what was done (`done`) */
export const ownModeration = (query?: Query) => at('/settings/moderation', query)
/** Where a post or comment is reported to moderators. @param query where the reader came from (`back`) */
export const reportPost = (id: string, query?: Query) => at(`/community/${part(id)}/report`, query)
/** How much a member has not read of the bell, for an open page. */
export const apiNotifications = () => '/api/notifications'
/** Members whom a post may mention. @param query what was typed after the @ (`q`) */
export const apiPeople = (query?: Query) => at('/api/people', query)
/** Takes the form by which a holder is seen as going to an event. */
export const apiEventCompany = (id: string) => `/api/events/${part(id)}/company`
