import { kit } from './kit.ts'
import { piece } from './piece.ts'

/** Saves a sale for later. */
export const loadSaving = () => made(import('./later/save-sale.tsx'))
/** Goes on with a sale that was saved. */
export const loadLead = () => made(import('./later/open-lead.ts'))

/** Changes a policy. */
export const loadChange = () => made(import('./later/open-change.tsx'))

/** Asks for any number of answers. */
export const loadLists = () => made(import('./later/list-field.tsx'))

/** A piece as it is built is a function of the kit that gives the module. */
async function made<Module>(loading: Promise<Module>): Promise<Module> {
  const { default: make } = (await piece(loading)) as unknown as {
    default: (require: () => () => typeof kit) => Module
  }
  return make(() => () => kit)
}
