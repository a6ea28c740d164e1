export { type PolicyholderChanged, changePolicyholder } from './change-policyholder.ts'
export type { CustomerJoin } from './customer-join.ts'
export { type Customer, findCustomer } from './find-customer.ts'
export { joinCustomers, refusalOfSplit, splitCustomer } from './join-customers.ts'
export { namedRoles, partyRoles } from './party.ts'
export { type CustomerShown, readCustomer } from './read-customer.ts'
export { type CustomerAccount, readCustomerAccount } from './read-customer-account.ts'
export { type PartyShown, isOver, readParties } from './read-parties.ts'
export * from './reasons.ts'
export {
  type NewParty,
  type PartySet,
  addParty,
  endParty,
  refusalOfEnding,
  refusalOfParties,
} from './set-party.ts'
