import { kit } from '../kit.ts'

/** Saves a sale for later. */
export const loadSaving = () => made(import('../later/save-sale.tsx'))
/** Goes on with a sale that was saved. */
export const loadLead = () => made(import('../later/open-lead.ts'))

/** Changes a policy. */
export const loadChange = () => made(import('../later/open-change.tsx'))

/** A piece as it is built is a function of the kit that gives the module. */
async function made<Module>(loading: Promise<Module>): Promise<Module> {
  const { default: make } = (await loading) as unknown as {
    default: (require: () => () => typeof kit) => Module
  }
  return make(() => () => kit)
}
