import type { Kept, State } from './sale.ts'
import { nothingKept } from './state.ts'

const version = 1

/** The answers outlive a reload, and end with the tab. Where the browser keeps nothing, so do we. */
export function openKeeper(name: string) {
  const key = `bindery-checkout ${version} ${name}`
  return {
    read(): Kept {
      try {
        const text = sessionStorage.getItem(key)
        return text === null ? nothingKept : { ...nothingKept, ...(JSON.parse(text) as Kept) }
      } catch {
        return nothingKept
      }
    },
    write(state: State): void {
      const { step, itemId, planId, language, asked, answers, priced } = state
      const { offerCall, made, payCall, pendingId, way, leadId, saveCall } = state
      const isDone = step === 'done'
      const kept: Kept = {
        step,
        itemId,
        planId,
        language,
        asked,
        // Who has bought leaves nothing of himself behind but the way to the documents.
        answers: isDone ? {} : answers,
        priced,
        offerCall: isDone ? null : offerCall,
        made: made !== null && isDone ? { ...made, for: '' } : made,
        payCall,
        pendingId,
        way,
        leadId: isDone ? null : leadId,
        saveCall: isDone ? null : saveCall,
      }
      try {
        sessionStorage.setItem(key, JSON.stringify(kept))
      } catch {
        // Full, or forbidden: then a reload begins anew.
      }
    },
  }
}
