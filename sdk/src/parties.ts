import type { Caller } from './caller.ts'
import type { AddParty, EndParty, JoinCustomers, Operations, SplitCustomer } from './generated.ts'
import type { CallOptions } from './operation.ts'

/** The persons of a policy. The policyholder is changed with `policies.changePolicyholder`. */
export function partiesOf({ call }: Caller) {
  return {
    /** All persons of a policy, former ones included. */
    list: (policyId: string, options?: CallOptions) =>
      call('showParties', { ...options, params: { policyId } }),
    add: (policyId: string, body: AddParty, options?: CallOptions) =>
      call('addParty', { ...options, params: { policyId }, body }),
    end: (policyId: string, partyId: string, body: EndParty, options?: CallOptions) =>
      call('endParty', { ...options, params: { policyId, partyId }, body }),
  }
}

/** People over all their policies. */
export function customersOf({ call }: Caller) {
  return {
    /** By the `customer_id` of any policy. */
    show: (customerId: string, options?: CallOptions) =>
      call('showCustomer', { ...options, params: { customerId } }),
    /** One statement over all policies, for each currency. */
    account: (
      customerId: string,
      query: Operations['showCustomerAccount']['query'] = {},
      options?: CallOptions,
    ) => call('showCustomerAccount', { ...options, params: { customerId }, query }),
    /** Records that another customer is the same person. */
    join: (customerId: string, body: JoinCustomers, options?: CallOptions) =>
      call('joinCustomers', { ...options, params: { customerId }, body }),
    /** Takes a join back, by the customer that was joined into another. */
    split: (customerId: string, body: SplitCustomer, options?: CallOptions) =>
      call('splitCustomer', { ...options, params: { customerId }, body }),
  }
}
