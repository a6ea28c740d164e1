import { Refused, Unreached } from '../api/ask.ts'
import { type ServerSettings, openServer } from '../api/server.ts'
import { sayIn } from '../form/build-field.ts'
import type { Field } from '../form/field.ts'
import { loadWords, wordsIn } from '../words/words-in.ts'
import { check, leave, type } from './answer.ts'
import { openKeeper } from './keep.ts'
import { isOffered, makeOffer } from './make-offer.ts'
import { openForm } from './open-form.ts'
import { giveUp, pay, resume } from './pay.ts'
import { openPress } from './press.ts'
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

/** What few sales need, loaded when one does. */
interface Pieces extends Pick<Store, 'loadLists'> {
  readonly loadSaving: () => Promise<{
    /** Keeps what was entered, to go on later with a link. */
    readonly saveSale: (store: Store) => Promise<void>
  }>
  readonly loadLead: () => Promise<{
    /** Goes on with a sale that was saved. */
    readonly openLead: (store: Store, token: string) => Promise<void>
  }>
  readonly loadChange: () => Promise<{
    /** Changes a policy instead of selling one. */
    readonly openChange: (store: Store, sale: Sale, link: PolicyLink) => Promise<void>
  }>
}

/** A policy, and what gives access to it. */
interface PolicyLink {
  readonly policyId: string
  readonly token: string
}

const retryMs = 2_000

/** One sale on one page: what the customer may do, and what is known. */
export function openSale(
  settings: SaleSettings,
  { loadChange, loadLead, loadLists, loadSaving }: Pieces,
  onChange: () => void,
  tell: Store['tell'],
): Sale {
  const { base, key, integration } = settings
  const change = changeAsked()
  const keeper = openKeeper(`${key} ${integration} ${change?.policyId ?? settings.item ?? ''}`)
  const kept = keeper.read()
  let state: State = {
    ...kept,
    itemId: settings.item ?? kept.itemId,
    // What the customer has chosen holds until the page asks for another language.
    language: (kept.asked === settings.language ? kept.language : null) ?? settings.language,
    asked: settings.language,
    words: wordsIn(settings.language ?? navigator.language),
    opened: null,
    failure: null,
    isLost: false,
    isBusy: false,
    pricing: kept.priced === null ? 'open' : 'told',
    shown: {},
    notice: null,
    isPending: false,
    confirmAt: null,
    page: null,
    panel: null,
    documents: null,
    planPrices: {},
    focus: { at: '', count: 0 },
  }
  const store: Store = {
    server: openServer(base, settings),
    loadLists,
    get: () => state,
    set(change) {
      state = { ...state, ...change }
      keeper.write(state)
      onChange()
    },
    tell,
  }
  const pricing = openPricing(store)
  const press = openPress()

  function reportOpen(): void {
    const { form, locale } = openedOf(store)
    const name = sayIn(form.names, locale.language) || form.name
    store.tell('open', { name, language: locale.language })
  }

  async function open({ mayRetry = true } = {}): Promise<void> {
    const spoken = loadWords(settings.language ?? navigator.language).then(
      (words) => state.opened === null && store.set({ words }),
      () => undefined, // Then it is said in English.
    )
    // A secret key in a page is everybody's: it is not even sent.
    if (!key.startsWith('pk_')) {
      await spoken
      return store.set({ failure: 'wrongKey' })
    }
    try {
      if (change !== null) return await (await loadChange()).openChange(store, sale, change)
      const form = await store.server.form({ isFresh: false })
      const isThere = form.items.some(({ id }) => id === settings.item)
      if (settings.item !== null && !isThere) return store.set({ failure: 'notFound' })
      await openForm(store, form)
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
    if (token !== null) await withPiece(loadLead, ({ openLead }) => openLead(store, token))
    if (state.step !== 'done') pricing.follow()
    void priceOtherPlans(store)
    await resume(store)
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
    leave: (field) => press.afterwards(() => leave(store, field)),
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
    back(step) {
      const isEarlier = steps.indexOf(step) < steps.indexOf(state.step)
      if (!isEarlier || state.isBusy || state.isPending || state.step === 'done') return
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
      press.close()
    },
  }
  return sale
}

/** In the fragment, which no server is sent. */
function leadToken(): string | null {
  const [, token = null] = /^#lead=([0-9a-f]{76})$/.exec(location.hash) ?? []
  return token
}

/** A policy to be changed instead of one to be sold. */
function changeAsked(): PolicyLink | null {
  const [, policyId, token] = /^#change=(tpol_\w+)\/([\w-]+)$/.exec(location.hash) ?? []
  return policyId === undefined || token === undefined ? null : { policyId, token }
}

/** Goes on from where the customer is, if everything there is in order. */
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
      if (pricing === 'told') {
        store.set({ notice: null })
        goTo(store, 'person')
      }
      return
    case 'person':
      if (check(store, (field) => field.stage === 'policy' && !isConsent(field)))
        goTo(store, 'review')
      return
    case 'review':
      // The one place where an offer is made: what follows is its payment.
      if (check(store, isConsent) && (await makeOffer(store))) goTo(store, 'payment')
      return
    case 'payment':
    case 'done':
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof PieceMissing) return 'missing'
  if (!(error instanceof Refused)) return 'failed'
  if (error.status === 401) return 'wrongKey'
  if (error.status === 403) return 'notAllowed'
  return error.status === 404 ? 'notFound' : 'failed'
}
