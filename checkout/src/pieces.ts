import { kit } from './kit.ts'
import { piece } from './piece.ts'

/** Saves a sale for later. */
export const loadSaving = () => made(import('./later/save-sale.tsx'))
/** Resumes a saved sale. */
export const loadLead = () => made(import('./later/open-lead.ts'))

/** Endorses a policy. */
export const loadEndorsement = () => made(import('./later/open-endorsement.tsx'))

/** The form of Stripe. */
export const loadPayForm = () => made(import('./later/stripe-form.tsx'))

/** The documents that customers receive before they are bound. */
export const loadHandover = () => made(import('./later/hand-over.tsx'))

/** Inputs for lists of answers. */
export const loadLists = () => made(import('./later/list-field.tsx'))

/** A built piece is a function of the kit that returns the module. */
async function made<Module>(loading: Promise<Module>): Promise<Module> {
  const { default: make } = (await piece(loading)) as unknown as {
    default: (require: () => () => typeof kit) => Module
  }
  return make(() => () => kit)
}
