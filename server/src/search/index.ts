export { type Found, foundTypes, matchedBy } from './found.ts'
export { searchEverything } from './search-everything.ts'
