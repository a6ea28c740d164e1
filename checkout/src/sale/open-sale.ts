import { Refused, Unreached } from '../api/ask.ts'
import { means } from '../api/codes.ts'
import { type ServerSettings, openServer } from '../api/server.ts'
import { sayIn } from '../form/build-field.ts'
import type { Answers, Field } from '../form/field.ts'
import { loadWords, wordsIn } from '../words/words-in.ts'
import { check, leave, type } from './answer.ts'
import { openKeeper } from './keep.ts'
import { isOffered, makeOffer } from './make-offer.ts'
import { openForm } from './open-form.ts'
import { readReturn } from '../pay/return.ts'
import { filledIn, giveUp, pay, resume } from './pay.ts'
import { openPointer } from './pointer.ts'
import { knownQuote, openPricing, priceOtherPlans } from './price.ts'
import { PieceMissing } from '../piece.ts'
import { pause } from './repeat.ts'
import { type Failure, type Sale, type State, type Store, knockoutId, steps } from './sale.ts'
import { goTo, lookAt, nothingKept, openedOf, showMissing } from './state.ts'

interface SaleSettings extends ServerSettings {
  readonly base: URL
  readonly item: string | null
  readonly language: string | null
}

/** Pieces that few sales need, loaded on demand. */
interface Pieces extends Pick<Store, 'loadHandover' | 'loadLists' | 'loadPayForm'> {
  readonly loadSaving: () => Promise<{
    /** Saves the answers, to continue later with a link. */
    readonly saveSale: (store: Store) => Promise<void>
  }>
  readonly loadLead: () => Promise<{
    /** Resumes a saved sale. */
    readonly openLead: (store: Store, token: string, kept: Answers) => Promise<void>
  }>
  readonly loadEndorsement: () => Promise<{
    /** Endorses a policy instead of selling one. */
    readonly openEndorsement: (store: Store, sale: Sale, link: PolicyLink) => Promise<void>
  }>
}

/** A policy, and the token that gives access to it. */
interface PolicyLink {
  readonly policyId: string
  readonly token: string
}

const retryMs = 2_000

/** Opens a sale: its state and the actions of the customer. */
export function openSale(
  settings: SaleSettings,
  { loadEndorsement, loadHandover, loadLead, loadLists, loadPayForm, loadSaving }: Pieces,
  onChange: () => void,
  emit: Store['emit'],
): Sale {
  const { base, key, integration } = settings
  const returned = readReturn()
  const link = endorsementLink()
  const keeper = openKeeper(`${key} ${integration} ${link?.policyId ?? settings.item ?? ''}`)
  const kept = keeper.read()
  let state: State = {
    ...kept,
    itemId: settings.item ?? kept.itemId,
    // The customer's choice is kept until the page asks for another language.
    language: (kept.asked === settings.language ? kept.language : null) ?? settings.language,
    asked: settings.language,
    words: wordsIn(settings.language ?? navigator.language),
    opened: null,
    failure: null,
    isLost: false,
    isBusy: false,
    pricing: kept.priced === null ? 'open' : 'quoted',
    shown: {},
    notice: null,
    isPending: false,
    action: null,
    pendingWay: null,
    payForm: null,
    page: null,
    panel: null,
    documents: null,
    handover: null,
    planPrices: {},
    focus: { at: '', count: 0 },
  }
  const store: Store = {
    server: openServer(base, settings),
    loadHandover,
    loadLists,
    loadPayForm,
    get: () => state,
    set(change) {
      state = { ...state, ...change }
      keeper.write(state)
      onChange()
    },
    emit,
  }
  const pricing = openPricing(store)
  const pointer = openPointer()

  function reportOpen(): void {
    const { form, locale } = openedOf(store)
    const name = sayIn(form.names, locale.language) || form.name
    store.emit('open', { name, language: locale.language })
  }

  async function open({ mayRetry = true } = {}): Promise<void> {
    const spoken = loadWords(settings.language ?? navigator.language).then(
      (words) => state.opened === null && store.set({ words }),
      () => undefined, // Then the page is in English.
    )
    // A secret key in a page is exposed to everyone, so it is refused without being sent.
    if (!key.startsWith('pk_')) {
      await spoken
      return store.set({ failure: 'wrongKey' })
    }
    let kept: Answers
    try {
      if (link !== null) return await (await loadEndorsement()).openEndorsement(store, sale, link)
      const form = await store.server.form({ isFresh: false })
      const isThere = form.items.some(({ id }) => id === settings.item)
      if (settings.item !== null && !isThere) return store.set({ failure: 'notFound' })
      await openForm(store, form)
      kept = state.answers // From here on the customer may write.
      store.set({ isLost: false })
      reportOpen()
    } catch (error) {
      if (error instanceof Unreached) {
        store.set({ isLost: !error.isAnswered })
        await pause(retryMs)
        return open()
      }
      if (error instanceof PieceMissing && mayRetry) {
        await pause(retryMs)
        return open({ mayRetry: false })
      }
      store.set({ failure: failureOf(error) })
      if (!(error instanceof Refused) && !(error instanceof PieceMissing)) throw error
      return undefined
    }
    const token = leadToken()
    if (token !== null) await withPiece(loadLead, ({ openLead }) => openLead(store, token, kept))
    if (state.step !== 'done') pricing.follow()
    void priceOtherPlans(store)
    await sayReturn()
    await resume(store)
  }

  /** What the bank of the customer says is only a hint: the payment is asked about. */
  async function sayReturn(): Promise<void> {
    const { made, pendingId, words } = state
    if (returned === null) return
    if (made === null) {
      await withPiece(loadPayForm, async ({ saysElsewhere }) => {
        const text = saysElsewhere(openedOf(store).locale.language)
        store.set({ notice: { kind: 'kind', text } })
      })
    } else if (returned === 'failed' && pendingId !== null) {
      store.set({ notice: { kind: 'bad', text: words.payDeclined } })
    }
  }

  async function withPiece<Module>(
    load: () => Promise<Module>,
    use: (module: Module) => Promise<void>,
  ): Promise<void> {
    try {
      await use(await load())
    } catch (error) {
      if (!(error instanceof PieceMissing)) throw error
      showMissing(store)
    }
  }

  const sale: Sale = {
    open: () => open(),
    state: () => state,
    search: (...asked) => store.server.datasetItems(...asked),
    type(field, text, value) {
      type(store, field, text, value)
      if (field.stage === 'quote') pricing.follow()
    },
    leave: (field) => pointer.afterwards(() => leave(store, field)),
    put: (change) => store.set(change),
    lookAt: (id) => lookAt(store, id),
    async choose(change) {
      store.set({ ...change, shown: {}, notice: null })
      await openForm(store, openedOf(store).form)
      reportOpen()
      pricing.follow()
    },
    chooseWay: (way) => store.set({ way, notice: null }),
    async next() {
      if (!state.isBusy) await next(store)
    },
    async back(step) {
      const isEarlier = steps.indexOf(step) < steps.indexOf(state.step)
      if (!isEarlier || state.isBusy || state.step === 'done') return
      if (state.isPending) {
        // A form that was not sent is left like any other.
        if (state.action?.type !== 'stripe') return
        await giveUp(store)
        if (store.get().isPending || store.get().step === 'done') return
      }
      store.set({ notice: null })
      goTo(store, step)
    },
    async save() {
      await withPiece(loadSaving, ({ saveSale }) => saveSale(store))
    },
    isOffered: () => isOffered(store),
    quoteOf: (plan) => knownQuote(store, plan),
    fileAt: (href) => store.server.fileAt(href),
    pay: (way) => pay(store, way),
    giveUp: () => giveUp(store),
    filledIn: () => filledIn(store),
    async again() {
      store.set({
        ...nothingKept,
        itemId: settings.item,
        language: state.language,
        asked: settings.language,
        documents: null,
        planPrices: {},
      })
      await openForm(store, openedOf(store).form)
      pricing.follow()
    },
    close() {
      pricing.stop()
      pointer.close()
    },
  }
  return sale
}

/** From the fragment, which browsers do not send to servers. */
function leadToken(): string | null {
  const [, token = null] = /^#lead=([0-9a-f]{76})$/.exec(location.hash) ?? []
  return token
}

/**
 * A link to endorse a policy instead of selling one. Once it is opened, the address keeps the policy alone,
 * and the tab its token.
 */
function endorsementLink(): PolicyLink | null {
  const [, policyId, token = ''] = /^#change=(tpol_\w+)\/?([\w-]*)$/.exec(location.hash) ?? []
  return policyId ? { policyId, token } : null
}

/** Goes to the next step, if the current one is complete and valid. */
async function next(store: Store): Promise<void> {
  const { step, pricing } = store.get()
  const { consents } = openedOf(store)
  const isConsent = (field: Field) => consents.includes(field)
  switch (step) {
    case 'questions':
      if (!check(store, ({ stage }) => stage === 'quote')) return
      if (pricing === 'knockout') return lookAt(store, knockoutId)
      goTo(store, 'price')
      void priceOtherPlans(store)
      return
    case 'price':
      if (pricing === 'knockout') return lookAt(store, knockoutId)
      if (pricing === 'quoted') {
        store.set({ notice: null })
        goTo(store, 'person')
      }
      return
    case 'person':
      if (check(store, (field) => field.stage === 'policy' && !isConsent(field)))
        goTo(store, 'review')
      return
    case 'review':
      // The only place that makes an offer; its payment follows.
      if (check(store, isConsent) && (await makeOffer(store))) goTo(store, 'payment')
      return
    case 'payment':
    case 'done':
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof PieceMissing) return 'missing'
  if (!(error instanceof Refused)) return 'failed'
  if (means('wrongKey', error.code)) return 'wrongKey'
  if (error.code === 'page_not_allowed') return 'notAllowed'
  return means('nothingToSell', error.code) ? 'notFound' : 'failed'
}
