export { allInboxKinds, inboxCountMax, inboxKinds, readInbox } from './read-inbox.ts'
