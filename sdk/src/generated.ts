// Written by `npm run sdk` from openapi.json: change the routes, not this file.

/** What a front end needs to sell through an integration. */
export type Form = {
  /** The integration, for quotes. */
  readonly integration_id: string
  /** Its version. */
  readonly integration_version_id: string
  /** The version of the product that this is the form of. */
  readonly product_version_id: string
  /** The name of the product, in the default language. */
  readonly name: string
  /** The name of the product by language. */
  readonly names: {
    readonly [name: string]: string
  }
  /** In which offers can be made. */
  readonly languages: readonly string[]
  /** One of them. */
  readonly default_language: string
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** On whose clock rules such as `after:today` are checked. */
  readonly time_zone: string
  /** In the order of the product folder. */
  readonly items: readonly {
    /** For `item_id` of a quote. */
    readonly id: string
    /** What is sold, in the default language. */
    readonly name: string
    /** The same by language. */
    readonly names: {
      readonly [name: string]: string
    }
    /** What a quote asks for. */
    readonly quote: readonly Question[]
    /** What an offer asks for. */
    readonly policy: readonly Question[]
  }[]
  /** What quotes tell besides the price, in the order of the product folder. */
  readonly public_outputs: readonly {
    /** The name of the output. */
    readonly output: string
    /** What to call it, by language. */
    readonly labels: {
      readonly [name: string]: string
    }
  }[]
  /** In the order of the product folder. */
  readonly subscription_plans: readonly {
    /** For `subscription_plan_id` of a quote. */
    readonly id: string
    /** Its key in the product folder. */
    readonly key: string
    /** Its name. */
    readonly name: string
    /** What customers call it, by language. */
    readonly names: {
      readonly [name: string]: string
    }
    /** Whether it is paid once or again and again. */
    readonly type: 'single' | 'recurring'
    /** How often it is paid; null for a single payment. */
    readonly frequency: 'month' | 'quarter' | 'half_year' | 'year' | null
    /** The ways to pay that the mode of the key allows. */
    readonly methods: readonly {
      /** For a payment. */
      readonly provider: string
      /** For a payment. */
      readonly method: string
      /** Whether somebody collects outside of the platform: the payment is `ok` at once. */
      readonly collects_elsewhere: boolean
    }[]
    /** What `plan_question` of `checkout` is answered with by whoever chooses this plan; null where there is no such question. */
    readonly answer: string | number | boolean | null
  }[]
  /** How a page asks, as far as the product says so. */
  readonly checkout: {
    /** How what a quote asks is put together; fields that are not listed follow. */
    readonly quote: readonly {
      /** Its title by language; empty where it has none. */
      readonly title: {
        readonly [name: string]: string
      }
      /** The names of its fields, in order. */
      readonly fields: readonly string[]
    }[]
    /** The same for what an offer asks. */
    readonly policy: readonly {
      /** Its title by language; empty where it has none. */
      readonly title: {
        readonly [name: string]: string
      }
      /** The names of its fields, in order. */
      readonly fields: readonly string[]
    }[]
    /** The question that is answered with the key of the plan that was chosen; null if none is. */
    readonly plan_question: string | null
    /** What to say of fields, of whichever item. */
    readonly fields: readonly {
      /** The name of the field. */
      readonly name: string
      /** What to call it, by language; empty where the product does not say. */
      readonly label: {
        readonly [name: string]: string
      }
      /** A sentence that helps to answer; empty where there is none. */
      readonly help: {
        readonly [name: string]: string
      }
      /** What stands in the empty field; empty where there is nothing. */
      readonly placeholder: {
        readonly [name: string]: string
      }
      /** What stands behind the number; empty where there is nothing. */
      readonly unit: {
        readonly [name: string]: string
      }
      /** What one entry of a list is called; empty where the product does not say. */
      readonly entry: {
        readonly [name: string]: string
      }
      /** Whether it is an amount in minor units of the currency. */
      readonly money: boolean
      /** Whether it is a fraction that customers read and write as a percent: 2 % is sent as 0.02. */
      readonly percent: boolean
      /** What the answers to choose from are called, where the product says so. */
      readonly choices: readonly {
        /** The answer, as text. */
        readonly value: string
        /** What to call it. */
        readonly label: {
          readonly [name: string]: string
        }
      }[]
    }[]
    /** Where the logo is; null if there is none. */
    readonly logo: string | null
    /** Whom a customer can turn to; null where the product does not say. */
    readonly contact: {
      /** Who answers, by language; empty where the product does not say. */
      readonly name: {
        readonly [name: string]: string
      }
      /** An e-mail address; null if there is none. */
      readonly email: string | null
      /** A telephone number as people write it; null if there is none. */
      readonly phone: string | null
    } | null
    /** Pages that a customer may want to read. */
    readonly links: readonly {
      /** What the page is. */
      readonly name: 'terms' | 'privacy' | 'imprint'
      /** Its https address by language. */
      readonly href: {
        readonly [name: string]: string
      }
    }[]
  }
  /** The documents of an offer that are the same for everybody: they can be read before there is an offer. */
  readonly documents: readonly {
    /** What the product calls it, such as `terms`. */
    readonly designation: string
    /** How it is called, by language. */
    readonly names: {
      readonly [name: string]: string
    }
    /** Where it is, by language. No key is needed. */
    readonly hrefs: {
      readonly [name: string]: string
    }
  }[]
}

/** A field that a front end asks for. */
export type Question = {
  /** The name of the field. */
  readonly name: string
  /** Where it stands: `data`, or null for a member of the request itself. */
  readonly path: string | null
  /** The rule string that the answer is checked with, but for datasets that are not public. */
  readonly validation: string
  /** The rule that names its type, such as `integer`; null if none does. */
  readonly type: string | null
  /** Whether it must be answered whatever the others are. */
  readonly required: boolean
  /** The answers to choose from, as they are to be sent; null for any. */
  readonly choices: readonly (string | number)[] | null
  /** What makes it required, depending on other answers. */
  readonly conditions: readonly {
    /** The rule, such as `required_if`. */
    readonly rule: string
    /** Its arguments. */
    readonly params: readonly string[]
  }[]
  /** The public dataset to choose an item from; null if there is none, or it is not public. */
  readonly dataset_id: string | null
  /** The public fields of its items, those that name an item first; else empty. */
  readonly dataset_fields: readonly string[]
}

/** What to quote for, and what the customer answered. */
export type CreateQuote = {
  /** The item of the product to quote for. May be left out with `policy_id`, where it must be that of the policy. */
  readonly item_id?: string
  /** The payment plan. May be left out with `policy_id`, where it must be that of the policy. */
  readonly subscription_plan_id?: string
  /** The integration through which the product is sold. May be left out with `policy_id`, where it must be that of the policy. */
  readonly integration_id?: string
  /** The policy to change, where the quote is for a change. It takes a secret key. */
  readonly policy_id?: string
  /** With `policy_id`: the day from which the change is to count, such as `2029-03-01`. Today if left out, or the first day of cover where that is still to come. */
  readonly effective_date?: string
  /** The customer's answers, checked against the product's quote rules; for a change, those that are to differ, checked against the product's `quote_patch`. The id of a dataset item (`dai_...`) may stand for the item itself. */
  readonly data: {
    readonly [name: string]: unknown
  }
  /** A certain version of the integration; wins over `live_integration`. */
  readonly integration_version_id?: string
  /** A certain version of the product; wins over `live_product`. */
  readonly product_version_id?: string
  /** `"true"` for the newest published integration, `"false"` for the newest draft. Drafts need a test key. */
  readonly live_integration?: 'true' | 'false'
  /** `"true"` for the newest published product, `"false"` for the newest draft. Drafts need a test key. */
  readonly live_product?: 'true' | 'false'
}

/** A price, and the token that redeems it. */
export type Quote = {
  /** Send it as `quote_token` when creating an offer. */
  readonly token: string
  /** What the customer pays at a time. In whole minor units. */
  readonly gross_payment_amount: number
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** What one payment is for; null for a single payment. */
  readonly billing_period: 'month' | 'quarter' | 'half_year' | 'year' | null
  /** How many payments there are. */
  readonly billing_cycles: number
  /** Until when the token can be redeemed. */
  readonly expires_at: string
  readonly cover: Cover
  /** The premium, and whatever else the pricing of the product puts out; for a public key only what the product lists as public outputs, where it has such a list. */
  readonly extra_data: {
    /** Net premium and tax, in minor units. */
    readonly gross_premium: number
    /** The tax, in minor units. */
    readonly premium_tax: number
    /** The premium before tax, in minor units. */
    readonly net_premium: number
    /** The rate of the tax, for example 0.19. */
    readonly tax_rate: number
    readonly [name: string]: unknown
  }
  /** What the product tells customers of its price, in its order. */
  readonly public_outputs: readonly {
    /** The name of the output. */
    readonly output: string
    /** What to call it, by language. */
    readonly labels: {
      readonly [name: string]: string
    }
    /** What it came to, amounts in minor units; null where pricing says nothing. */
    readonly value: unknown
  }[]
  readonly endorsement?: QuotedChange
}

/** What a change of a policy would come to. */
export type QuotedChange = {
  /** The policy that would change. */
  readonly policy_id: string
  /** The version of it that the quote was made on; another one needs a new quote. */
  readonly version_id: string
  /** The day from which the change counts. */
  readonly effective_date: string
  /** What the customer pays at a time without the change. In whole minor units. */
  readonly gross_payment_amount_before: number
  /** What the customer pays at a time with it. In whole minor units. */
  readonly gross_payment_amount_after: number
  /** What would be charged for what was paid already; below zero, what would be given back. In whole minor units. */
  readonly amount: number
  /** How that is settled: by a `payment` that comes before the change counts, with the next `instalment`, as `credit` for the next instalment, by a `refund`, or there is `nothing` to settle. */
  readonly settled_by: 'payment' | 'instalment' | 'credit' | 'refund' | 'nothing'
  /** When it is settled; null where there is nothing to settle. */
  readonly settled_on: string | null
}

/** What has been entered so far. */
export type CreateLead = {
  /** What is to be insured. */
  readonly item_id: string
  /** The integration that it would be sold through. */
  readonly touchpoint_id: string
  /** The customer's first name, as far as it is known. */
  readonly first_name?: string | null
  /** The customer's last name. */
  readonly last_name?: string | null
  /** The customer's e-mail address. */
  readonly email?: string | null
  /** The language in which the customer goes on. */
  readonly language?: string | null
  /** Whatever has been answered so far: no rule is asked. Up to 32,768 bytes as JSON. */
  readonly data?: {
    readonly [name: string]: unknown
  }
  /** Of the quote that was shown last. */
  readonly quote_token?: string | null
}

/** A sale just saved, with the token that opens it, which is not shown again. */
export type CreatedLead = {
  /** The lead; send it as `sales_lead_id` of the offer. */
  readonly id: string
  /** Opens the lead, together with a public key. Whoever has it can read what was entered: in a link it belongs in the fragment, which no server is sent. */
  readonly token: string
  /** When it was saved. */
  readonly created_at: string
  /** When it is forgotten: as long as a quote of the product lasts. */
  readonly expires_at: string
  /** Where to go from here. */
  readonly _links: {
    readonly _self: Link
  }
}

/** A sale that was begun and saved. */
export type Lead = {
  /** The lead. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** Who sells. */
  readonly distributor_id: string
  /** What is to be insured. */
  readonly item_id: string
  /** The integration that it would be sold through. */
  readonly touchpoint_id: string
  /** The customer's first name, as it was sent; null once it has expired. */
  readonly first_name: string | null
  /** Likewise. */
  readonly last_name: string | null
  /** Likewise. */
  readonly email: string | null
  /** Likewise. */
  readonly language: string | null
  /** Likewise. */
  readonly data: {
    readonly [name: string]: unknown
  } | null
  /** Likewise. */
  readonly quote_token: string | null
  /** The policy that it has become; null until then. */
  readonly policy_id: string | null
  /** When it was saved. */
  readonly created_at: string
  /** When it is forgotten: as long as a quote of the product lasts. */
  readonly expires_at: string
  /** Where to go from here. */
  readonly _links: {
    readonly _self: Link
  }
}

/** Who buys, on which quote, and what the policy must know. */
export type CreateOffer = {
  /** The customer's first name. */
  readonly first_name: string
  /** The customer's last name. */
  readonly last_name: string
  /** The customer's e-mail address. */
  readonly email: string
  /** One of the languages of the product, for example `en`. */
  readonly language: string
  /** The policy data, checked against the product's field definition. The id of a dataset item (`dai_...`) may stand for the item itself. */
  readonly data: {
    readonly [name: string]: unknown
  }
  /** From the quote. */
  readonly quote_token: string
  /** Encrypted at rest; never returned. */
  readonly sensitive_data?: {
    readonly [name: string]: unknown
  }
  /** Anything of your own; returned as it is. */
  readonly metadata?: {
    readonly [name: string]: unknown
  }
  /** Anything of your own; returned as it is. */
  readonly media?: readonly unknown[]
  /** Where the customer came from. */
  readonly distributor_traffic_source?: string | null
  /** The page on which the customer bought. */
  readonly referrer_url?: string | null
  /** The lead that it comes from: the id of one that was saved (`led_...`), or a reference of your own. */
  readonly sales_lead_id?: string | null
}

/** An offer just made: what is needed to pay for it. */
export type CreatedOffer = {
  /** The offer, which keeps this id when it becomes a policy. */
  readonly id: string
  /** The policy number, as it stands on paper. */
  readonly insurer_policy_id: string
  /** Send it as `token` when paying. */
  readonly payment_token: string
  /** Where to go from here. */
  readonly _links: {
    readonly _self: Link
    /** The documents, for the customer: the link itself gives access. */
    readonly assets: {
      readonly offer: Link
      readonly policy: Link
    }
  }
}

/** An offer: a policy that is not paid for yet. */
export type Offer = {
  /** The offer, which keeps this id when it becomes a policy. */
  readonly id: string
  /** The version that holds now. Send it as If-Match with an order. */
  readonly version_id: string
  /** Who sold it. */
  readonly distributor_id: string
  /** Who carries the risk. */
  readonly insurer_id: string
  /** The item of the product that was sold. */
  readonly item_id: string
  /** The version of the product that was sold; it stays with the policy. */
  readonly product_version_id: string
  /** The integration through which it was sold. */
  readonly touchpoint_id: string
  /** The product. */
  readonly product_id: string
  /** The version of that integration. */
  readonly integration_version_id: string
  /** The payment plan. */
  readonly subscription_plan_id: string
  /** The policy number, as it stands on paper. */
  readonly insurer_policy_id: string
  /** The customer's first name. */
  readonly first_name: string
  /** The customer's last name. */
  readonly last_name: string
  /** The customer's e-mail address. */
  readonly email: string
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** The language in which the customer bought. */
  readonly language: string
  /** `standard`, unless pricing says otherwise. */
  readonly flow: string
  /** `ready`: offered. `accepted`: a payment has started. `paid`: a policy in force or to come. `cancelled`, `expired`: over. */
  readonly status: 'ready' | 'accepted' | 'paid' | 'cancelled' | 'expired'
  readonly quote: QuoteOfPolicy
  /** The policy data, with dataset items in place of their ids. */
  readonly data: {
    readonly [name: string]: unknown
  }
  /** As sent with the offer. */
  readonly media: readonly unknown[]
  /** The documents: of the offer, or of the policy and its cancellation. */
  readonly assets: readonly Asset[]
  /** As sent with the offer. */
  readonly metadata: {
    readonly [name: string]: unknown
  }
  /** Why it was cancelled; null unless it was. */
  readonly cancellation_reason: string | null
  /** `distributor` or `insurer`; empty unless cancelled. */
  readonly cancelled_by: string
  /** When it was cancelled; null unless it was. */
  readonly cancelled_at: string | null
  /** As sent with the offer. */
  readonly distributor_traffic_source: string | null
  /** As sent with the offer. */
  readonly referrer_url: string | null
  /** The token that pays, or has paid, for it. */
  readonly payment_token: string | null
  /** The allowed origin of the integration that the referrer matched, or null. */
  readonly whitelisted_referrer_url: string | null
  /** Another policy that this one belongs to, or null. */
  readonly linked_policy_id: string | null
  /** The customer. */
  readonly customer_id: string
  /** When the payment started; null before. */
  readonly accepted_at: string | null
  /** When the offer was made. */
  readonly created_at: string
  /** Whether sensitive data was sent. It is never shown. */
  readonly contains_sensitive_data: boolean
  /** False while a modification is in progress. */
  readonly is_version_assembled: boolean
  /** Where to go from here. */
  readonly _links: {
    readonly _self: Link
    readonly item: Link
    readonly touchpoint: Link
  }
}

/** Which offer to pay for, and how. */
export type CreatePayment = {
  /** The `payment_token` of the offer. */
  readonly token: string
  /** A payment provider that the payment plan allows, for example `invoice`. */
  readonly provider: string
  /** A method of that provider that the plan allows, for example `invoice`. */
  readonly method: string
  /** The offer to pay for. */
  readonly policy_id: string
  /** Read by the provider `sandbox` only, which plays the outcome that you name. */
  readonly sandbox?: {
    /** With `pending` the payment waits for a callback; with `confirm` it waits for the customer, on the page that `next_action` leads to; with `timeout` the money is taken, but the answer gets lost; with `unreached` the request gets lost and no money is taken; `late` is made after three days; `charge_back` is made, and its money taken back after a week. */
    readonly outcome?:
      | 'ok'
      | 'failed'
      | 'pending'
      | 'confirm'
      | 'timeout'
      | 'unreached'
      | 'late'
      | 'charge_back'
    /** What becomes of a `pending` payment that is given up after 48 hours: `ok`, it is never made; `captured`, it was made already; `timeout`, there is no answer. */
    readonly void?: 'ok' | 'captured' | 'timeout'
    /** What becomes of its refunds: `pending` is confirmed later, `stuck` never; with `timeout` the answer gets lost; `failed` works when it is ordered again. */
    readonly refund?: 'ok' | 'failed' | 'pending' | 'stuck' | 'timeout'
    /** What becomes of the instalments that are collected by the mandate that the payment gives: `ok`, each is taken; `soft_decline`, each try is declined and trying again may help; `hard_decline`, it never will; `third_try` is declined twice; `revoked`, the mandate is there no longer; `late` is made after three days; `charge_back` is taken back after a week; `pending`, `timeout` and `unreached` as for `outcome`. With `none` it gives no mandate. */
    readonly mandate?:
      | 'ok'
      | 'none'
      | 'soft_decline'
      | 'hard_decline'
      | 'third_try'
      | 'revoked'
      | 'late'
      | 'charge_back'
      | 'pending'
      | 'timeout'
      | 'unreached'
    /** The day from which on the mandate does what `mandate` says. Instalments before it are taken. */
    readonly mandate_from?: string
    /** What the mandate does instead from certain moments on: a card that fails in one month and works again in another. */
    readonly mandate_then?: readonly {
      /** A day, or a moment of UTC such as `2027-08-31T22:00:00Z`. */
      readonly from: string
      /** As `mandate`. */
      readonly mandate:
        | 'ok'
        | 'none'
        | 'soft_decline'
        | 'hard_decline'
        | 'third_try'
        | 'revoked'
        | 'late'
        | 'charge_back'
        | 'pending'
        | 'timeout'
        | 'unreached'
    }[]
    /** The amount that is taken, where it is not the one that was asked for. */
    readonly amount?: number
  }
}

/** Shows that the payment is yours. */
export type VoidPayment = {
  /** The token that the payment was made with. */
  readonly token: string
}

/** A payment just made, without what only a secret key may see. */
export type CreatedPayment = {
  /** Always `payment`. */
  readonly object: 'payment'
  /** The payment. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The payment provider. */
  readonly provider: string
  /** The payment method. */
  readonly method: string
  /** `ok`: paid, and the policy is issued. `pending`: the provider answers later. `failed`: not paid; the offer can be paid for again. */
  readonly status: 'pending' | 'ok' | 'failed'
  readonly next_action?: NextAction
  /** Empty. */
  readonly transaction_metadata: readonly unknown[]
  /** Where to go from here. */
  readonly _links: {
    readonly _self: Link
  }
}

/** What the customer has to do before a payment can be made. */
export type NextAction = {
  /** The customer has to go to the page. */
  readonly type: 'redirect'
  /** A page of the bank, for a window of its own: banks refuse to be framed. */
  readonly url: string
}

/** The whole payment, for the holder of a secret key. */
export type Payment = {
  /** Always `payment`. */
  readonly object: 'payment'
  /** The payment. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The payment provider. */
  readonly provider: string
  /** The payment method. */
  readonly method: string
  /** `ok`: paid, and the policy is issued. `pending`: the provider answers later. `failed`: not paid; the offer can be paid for again. */
  readonly status: 'pending' | 'ok' | 'failed'
  readonly next_action?: NextAction
  /** Empty. */
  readonly transaction_metadata: readonly unknown[]
  /** Where to go from here. */
  readonly _links: {
    readonly _self: Link
  }
  /** The policy that was paid for. */
  readonly policy_id: string
  /** What is paid. In whole minor units. */
  readonly amount: number
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** The provider's id of the charge. */
  readonly charge_id: string | null
  /** What the payment cost; usually 0. */
  readonly fee: number
  /** The provider's reference. */
  readonly reference: string | null
  /** The payment token of the offer. */
  readonly token: string
  /** Why it failed; null unless it did. */
  readonly reason: string | null
  /** When it was made or failed; null while it is pending. */
  readonly processed_at: string | null
  /** The provider's code of the failure. */
  readonly error_code: string | null
  /** Empty. */
  readonly metadata: readonly unknown[]
  /** The customer who paid. */
  readonly customer_id: string
  /** What was given back of it. */
  readonly refunds: readonly Refund[]
}

/** A payment for the holder of a public key who has shown its token. */
export type PublicPayment = {
  /** Always `payment`. */
  readonly object: 'payment'
  /** The payment. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The payment provider. */
  readonly provider: string
  /** The payment method. */
  readonly method: string
  /** `ok`: paid, and the policy is issued. `pending`: the provider answers later. `failed`: not paid; the offer can be paid for again. */
  readonly status: 'pending' | 'ok' | 'failed'
  readonly next_action?: NextAction
  /** Empty. */
  readonly transaction_metadata: readonly unknown[]
  /** Where to go from here. */
  readonly _links: {
    readonly _self: Link
  }
  /** Why it failed; null unless it did. */
  readonly reason: string | null
}

/** Money given back. */
export type Refund = {
  /** Always `refund`. */
  readonly object: 'refund'
  /** The refund. */
  readonly id: string
  /** `ok`: given back. `pending`: under way. `failed`: not given back; `reason` says why. */
  readonly status: 'pending' | 'ok' | 'failed'
  /** How the product's cancellation terms found the amount; `whole` for money that came too late or was another amount than asked for, and so pays for nothing. */
  readonly method: 'pro_rata' | 'none' | 'full_before_start' | 'short_rate' | 'free_look' | 'whole'
  /** What is given back. In whole minor units. */
  readonly amount: number
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** The cancellation that it belongs to, as a version of the policy; null for money that pays for nothing. */
  readonly policy_version_id: string | null
  /** The provider's reference. */
  readonly reference: string | null
  /** Why it failed, or that it was given back by hand; else null. */
  readonly reason: string | null
  /** When it was recorded. */
  readonly created_at: string
  /** When it was made; null while it is pending. */
  readonly processed_at: string | null
}

/** The whole policy, for the holder of a secret key. */
export type Policy = {
  /** The offer, which keeps this id when it becomes a policy. */
  readonly id: string
  /** The version that holds now. Send it as If-Match with an order. */
  readonly version_id: string
  /** Who sold it. */
  readonly distributor_id: string
  /** The distributor's short name; not a credential. */
  readonly distributor_key: string
  /** The integration through which it was sold. */
  readonly touchpoint_id: string
  /** The item of the product that was sold. */
  readonly item_id: string
  /** The product. */
  readonly product_id: string
  /** The version of the product that was sold; it stays with the policy. */
  readonly product_version_id: string
  /** The version of that integration. */
  readonly integration_version_id: string
  /** The policy number, as it stands on paper. */
  readonly insurer_policy_id: string
  /** The number in the insurer's own books; empty until it is set. */
  readonly insurer_external_policy_id: string
  /** The customer's first name. */
  readonly first_name: string
  /** The customer's last name. */
  readonly last_name: string
  /** The customer's e-mail address. */
  readonly email: string
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** The language in which the customer bought. */
  readonly language: string
  /** Whether the cover, or the time to pay for the offer, has run out. */
  readonly expired: boolean
  /** When the policy was issued, or the offer made. */
  readonly policy_created_date: string
  /** When cover begins. */
  readonly start_date: string
  /** The last second of cover; null while the end is open. */
  readonly end_date: string | null
  /** The last second of cover of a cancelled policy. */
  readonly termination_date: string | null
  /** Since when there is no cover because the premium is not paid; only while it is so. */
  readonly suspended_since?: string
  /** `ready`: offered. `accepted`: a payment has started. `paid`: a policy in force or to come. `cancelled`, `expired`: over. */
  readonly status: 'ready' | 'accepted' | 'paid' | 'cancelled' | 'expired'
  /** The policy data, with dataset items in place of their ids, and `payment_metadata`. */
  readonly data: {
    readonly [name: string]: unknown
  }
  readonly quote: QuoteOfPolicy
  /** As sent with the offer. */
  readonly metadata: {
    readonly [name: string]: unknown
  }
  /** Why it was cancelled; null unless it was. */
  readonly cancellation_reason: string | null
  /** `distributor` or `insurer`; empty unless cancelled. */
  readonly cancelled_by: string
  /** When it was cancelled; null unless it was. */
  readonly cancelled_at: string | null
  /** As sent with the offer. */
  readonly referrer_url: string | null
  /** The documents: of the offer, or of the policy and its cancellation. */
  readonly assets: readonly Asset[]
  /** As sent with the offer. */
  readonly media: readonly unknown[]
  /** True while a modification is in progress. */
  readonly is_locked: boolean
  /** The dates of the policy as clocks show them where the product is sold. */
  readonly localized_dates: {
    /** When the policy was issued, or the offer made. */
    readonly policy_created_date: string
    /** When cover begins. */
    readonly start_date: string
    /** The last second of cover; null while the end is open. */
    readonly end_date: string | null
    /** The last second of cover of a cancelled policy. */
    readonly termination_date: string | null
    /** Since when there is no cover because the premium is not paid; only while it is so. */
    readonly suspended_since?: string
    /** The name of the zone, for example `Europe/Berlin`. */
    readonly time_zone: string
  }
  /** Whether sensitive data was sent. It is never shown. */
  readonly contains_sensitive_data: boolean
  /** As sent with the offer. */
  readonly sales_lead_id: string | null
  /** Who carries the risk. */
  readonly insurer_id: string
  /** The payment plan. */
  readonly subscription_plan_id: string
  /** `standard`, unless pricing says otherwise. */
  readonly flow: string
  /** As sent with the offer. */
  readonly distributor_traffic_source: string | null
  /** The token that pays, or has paid, for it. */
  readonly payment_token: string | null
  /** What lets an instalment be collected. */
  readonly mandate?: {
    /** The payment provider that collects. */
    readonly provider: string
    /** The payment method. */
    readonly method: string
    /** `active`: instalments are collected by it. `revoked`: its provider says that it is there no longer. `declined`: for good. A payment of an open invoice brings another. */
    readonly status: 'active' | 'replaced' | 'revoked' | 'declined'
  }
  /** The allowed origin of the integration that the referrer matched, or null. */
  readonly whitelisted_referrer_url: string | null
  /** Another policy that this one belongs to, or null. */
  readonly linked_policy_id: string | null
  /** The customer. */
  readonly customer_id: string
  /** When the payment started; null before. */
  readonly accepted_at: string | null
  /** When the offer was made. */
  readonly created_at: string
  /** False while a modification is in progress. */
  readonly is_version_assembled: boolean
  /** Where to go from here. */
  readonly _links: {
    readonly _self: Link
    readonly distributor: Link
    readonly item: Link
    readonly touchpoint: Link
    readonly endorsement?: TransactionLink
    readonly cancel?: TransactionLink
    readonly reactivate?: TransactionLink
    readonly renewal?: Link
    readonly preview?: TransactionLink
  }
}

/** What the holder of a public key may see of a policy, and nothing else. */
export type PublicPolicy = {
  /** The offer, which keeps this id when it becomes a policy. */
  readonly id: string
  /** The policy number, as it stands on paper. */
  readonly insurer_policy_id: string
  /** The number in the insurer's own books; empty until it is set. */
  readonly insurer_external_policy_id: string
  /** `ready`: offered. `accepted`: a payment has started. `paid`: a policy in force or to come. `cancelled`, `expired`: over. */
  readonly status: 'ready' | 'accepted' | 'paid' | 'cancelled' | 'expired'
  /** Where to go from here. */
  readonly _links: {
    readonly _self: Link
  }
}

/** The quote that an offer or policy was made from. */
export type QuoteOfPolicy = {
  /** The version of this shape: 2. */
  readonly version: number
  /** The customer's answers as they were sent. */
  readonly customer_input: {
    readonly [name: string]: unknown
  }
  /** The payment plan. */
  readonly subscription_plan_id: string
  /** What the customer pays at a time. In whole minor units. */
  readonly gross_payment_amount: number
  /** The premium of one payment. */
  readonly payment_data: {
    /** Net premium and tax. In whole minor units. */
    readonly gross_premium: number
    /** The tax. In whole minor units. */
    readonly premium_tax: number
    /** The premium before tax. In whole minor units. */
    readonly net_premium: number
    /** The net premium without commission. In whole minor units. */
    readonly net_net_premium: number
    /** The commission. In whole minor units. */
    readonly net_commission_total: number
    /** The rate of the tax, for example 0.19. */
    readonly tax_rate: number
  }
  /** The premium as a whole. */
  readonly data: {
    /** Net premium and tax. In whole minor units. */
    readonly total_gross_premium: number
    /** The tax. In whole minor units. */
    readonly total_premium_tax: number
    /** The premium before tax. In whole minor units. */
    readonly total_net_premium: number
    /** The first day of cover. */
    readonly start_date: string
  }
  /** How start and end of cover were found. With `fixed_start` the end is open. */
  readonly duration_strategy:
    | 'fixed_start'
    | 'fixed_end'
    | 'fixed_start_end'
    | 'start_plus_duration'
  /** What the strategy went by. */
  readonly duration_data: {
    /** When cover begins. */
    readonly policy_start_date: string
  }
  /** How many payments make a year. */
  readonly billing_cycles: number
  /** When the quote was made. */
  readonly issue_date: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** What calculated the price. */
  readonly pricing_logic_id: string
  /** Its revision at the time. */
  readonly pricing_logic_revision_id: string
  /** Empty. */
  readonly insurer_private_data: readonly unknown[]
  /** The integration through which it was quoted. */
  readonly integration_id: string
  /** The version of that integration. */
  readonly integration_version_id: string
  /** The version of the product. */
  readonly product_version_id: string
  /** The item that was quoted. */
  readonly item_id: string
}

/** Everything that happened to the money of a policy, and what is owed. */
export type PolicyAccount = {
  /** The policy. */
  readonly policy_id: string
  /** Of all amounts. */
  readonly currency: string
  /** The day at whose end the account stood so, in the time zone of the policy. */
  readonly on: string
  /** What the customer owed then; below zero, what the customer was owed. In whole minor units. */
  readonly owed: number
  /** Oldest first. */
  readonly entries: readonly {
    /** A `charge` is what a period costs more or less. An `invoice`, a `credit_note` and a payment `on_account`, which is waited for, move nothing by themselves. A `receipt` is a payment that came by bank transfer. A `recovery` is what was written off and came in, or is no longer charged, all the same. */
    readonly kind:
      | 'charge'
      | 'fee'
      | 'invoice'
      | 'credit_note'
      | 'on_account'
      | 'payment'
      | 'receipt'
      | 'charge_back'
      | 'refund'
      | 'failed_refund'
      | 'write_off'
      | 'recovery'
    /** The version that charged, the invoice, the payment or the refund. */
    readonly id: string
    /** The day, in the time zone of the policy. */
    readonly date: string
    /** The moment. */
    readonly at: string
    /** What is owed more by it, or less where it is below zero. In whole minor units. */
    readonly amount: number
    /** What is owed after it; below zero, what the customer is owed. In whole minor units. */
    readonly owed: number
    /** The first day of the period that is charged. */
    readonly first_day: string | null
    /** Its last day. */
    readonly last_day: string | null
    /** What the invoice, the payment or the refund is over. In whole minor units. */
    readonly total: number | null
    /** When the invoice is due. */
    readonly due_date: string | null
    /** By whom it was paid. */
    readonly provider: string | null
    /** Why it was written off, or failed. */
    readonly reason: string | null
    /** Where the invoice or the credit note is as a document: it opens without a key. Null where the product has none, or while it has no number. */
    readonly document: string | null
  }[]
  /** The invoices among the entries that are open now, oldest due first. */
  readonly open_invoices: readonly {
    /** The invoice. */
    readonly id: string
    /** What it asks for. In whole minor units. */
    readonly total: number
    /** What of it is still to be paid. In whole minor units. */
    readonly open: number
    /** When it is due. */
    readonly due_date: string
  }[]
}

/** What the link is for. */
export type CreateChangeLink = {
  /** From which day on the change is to count, an ISO 8601 date; the day on which it is made where none is named, or where that day is over by then. */
  readonly effective_date?: string
}

/** A link with which a customer changes a policy on a page. */
export type EndorsementLink = {
  /** The policy that it changes, and no other. */
  readonly policy_id: string
  /** Send it in the header `Endorsement-Token`, with a public key. It is not shown again. */
  readonly token: string
  /** Put behind `#` of the address of a checkout, it opens the form of the change. */
  readonly fragment: string
  /** From which day on the change is to count; null for the day itself. */
  readonly effective_date: string | null
  /** When it opens nothing any more: a day later. */
  readonly expires_at: string
  /** Where to go from here. */
  readonly _links: {
    readonly policy: Link
  }
}

/** What a page needs to change a policy. */
export type OpenedEndorsement = {
  /** The policy. */
  readonly policy_id: string
  /** Its version, for `If-Match` of the change. */
  readonly version_id: string
  /** Its number. */
  readonly insurer_policy_id: string
  /** In which it was sold. */
  readonly language: string
  /** From which day on a change counts. */
  readonly effective_date: string
  /** Whether it could be changed now. */
  readonly is_endorsable: boolean
  /** A change that was ordered already and is being made, or waits to be paid for: its status tells which. Null if there is none. */
  readonly waiting_version_id: string | null
  /** The answers that may differ, by their rules in `quote_patch` of the product. */
  readonly questions: readonly Question[]
  /** The answers that hold on that day. */
  readonly data: {
    readonly [name: string]: unknown
  }
  /** What a payment is on that day. In whole minor units. */
  readonly gross_payment_amount: number
  /** ISO 4217, in lower case. */
  readonly currency: string
  /** What is insured. */
  readonly item_id: string
  /** The plan that it is paid by. */
  readonly subscription_plan_id: string
  /** The integration that it was sold through. */
  readonly touchpoint_id: string
  /** The version of the product that holds on that day; its form has the labels. */
  readonly product_version_id: string
}

/** What is to be changed. Only fields that `policy_patch` of the product names may get other values. */
export type ChangePolicy = {
  /** The customer's first name. */
  readonly first_name?: string
  /** The customer's last name. */
  readonly last_name?: string
  /** The customer's e-mail address. */
  readonly email?: string
  /** What of the policy data is said anew; objects are laid over what is there, lists are replaced. The id of a dataset item (`dai_...`) may stand for the item itself. */
  readonly data?: {
    readonly [name: string]: unknown
  }
  /** Of a quote for a change of this policy, which says the new price and from which day on. An increase that is due now is `proposed` first: the status link has what pays for it. */
  readonly quote_token?: string
  /** From which day on, an ISO 8601 date within the days that were sold; today where none is named. An insurer may order it back in time, as far as the product allows. */
  readonly effective_date?: string
  /** Of a preview of this order: it then comes to exactly the amounts of the preview, or is refused with 412, or fails where they change while it is being carried out. */
  readonly preview_token?: string
}

/** Why a policy ends, and when. */
export type CancelPolicy = {
  /** Why, in words of your own. */
  readonly cancellation_reason: string
  /** The last day of cover, an ISO 8601 date: not after the end, and not before the start unless cover has not begun yet. */
  readonly termination_date: string
  /** Of a preview of this order: it then comes to exactly the amounts of the preview, or is refused with 412, or fails where they change while it is being carried out. */
  readonly preview_token?: string
}

/** What an order would come to. Nothing has changed. */
export type TransactionPreview = {
  /** The policy. */
  readonly policy_id: string
  /** The version that the order would change: send it as `If-Match`. */
  readonly version_id: string
  /** What the order is: a `correction` is a change for a day in the past. */
  readonly transaction: 'endorsement' | 'correction' | 'cancellation' | 'reinstatement' | 'renewal'
  /** The day from which it counts. */
  readonly effective_date: string
  /** The last day of cover after a cancellation; null else. */
  readonly termination_date: string | null
  /** The days on which data and price stay the same, without and with the order. */
  readonly timeline: {
    /** What holds on which days now. */
    readonly before: readonly {
      /** Its first day; it lasts until the next one begins. */
      readonly first_day: string
      /** `cover` is insured, `gap` is not and costs nothing, `suspended` is not and costs its price, `ended` comes after the last day. */
      readonly kind: 'cover' | 'gap' | 'suspended' | 'ended'
      /** What the customer pays for a whole period. In whole minor units. */
      readonly gross_payment_amount: number
    }[]
    /** What would hold then. */
    readonly after: readonly {
      /** Its first day; it lasts until the next one begins. */
      readonly first_day: string
      /** `cover` is insured, `gap` is not and costs nothing, `suspended` is not and costs its price, `ended` comes after the last day. */
      readonly kind: 'cover' | 'gap' | 'suspended' | 'ended'
      /** What the customer pays for a whole period. In whole minor units. */
      readonly gross_payment_amount: number
    }[]
  }
  /** What changes about the periods that were charged already; after a reinstatement also those that fell due meanwhile, of a renewal what its first day asks for. */
  readonly charges: readonly {
    /** The first day of the period. */
    readonly first_day: string
    /** Its last day. */
    readonly last_day: string
    /** What the period costs more, or less where it is below zero. In whole minor units. */
    readonly amount: number
    /** What of it is tax. In whole minor units. */
    readonly tax: number
    /** What of it is fees. In whole minor units. */
    readonly fee: number
    /** What the seller earns more, or less; it is no part of the amount. In whole minor units. */
    readonly commission: number
  }[]
  /** What would be asked for; null where nothing is. */
  readonly invoice: {
    /** What is to be paid, less what the customer has as credit. In whole minor units. */
    readonly amount: number
    /** What of it was asked for before and is open: a reinstatement is paid together with it. In whole minor units. */
    readonly arrears: number
    /** The last day for paying it, or the day of the instalment that it comes with. */
    readonly due_date: string | null
    /** Whether the order holds only once it is paid for. */
    readonly is_paid_first: boolean
  } | null
  /** What stays with the policy as credit for the next instalment. In whole minor units. */
  readonly credit: number
  /** What the order would give back if it were given now. */
  readonly refund: {
    /** What would be given back, in minor units. */
    readonly amount: number
    /** A lower-case ISO 4217 code, of all amounts here. */
    readonly currency: string
    /** Which of the product's cancellation terms decides it. */
    readonly method: string
  }
  /** What would be made once the order holds. */
  readonly documents: readonly {
    /** Which document of the product it is. */
    readonly designation: string
    /** What it is called. */
    readonly name: string
    /** The language of it. */
    readonly language: string
  }[]
  /** Fields that the order decides only up to a day, since something else was ordered for later. */
  readonly conflicts: readonly {
    /** Which field. */
    readonly field: string
    /** `data` for the policy data; null for all else. */
    readonly path: string | null
    /** The day from which on another order decides it. */
    readonly from: string
  }[]
  /** The next term, where a renewal is looked at; else null. */
  readonly renewal: {
    /** What it would be: `offered` at this price, or still `accepted`; `blocked` because what is known does not fit, or `knocked_out`. */
    readonly state: 'offered' | 'accepted' | 'blocked' | 'knocked_out'
    /** Whether the policy goes on by itself, or once it is accepted. */
    readonly kind: 'automatic' | 'on_acceptance'
    /** Of the next term. */
    readonly first_day: string
    /** Of the next term. */
    readonly last_day: string
    /** What a billing period costs until then. In whole minor units. */
    readonly gross_payment_amount_before: number
    /** What it costs in the next term; null without a price. In whole minor units. */
    readonly gross_payment_amount: number | null
    /** The version of the product that the next term is sold on. */
    readonly product_version_id: string
    /** Why it is blocked; else empty. */
    readonly problems: readonly {
      /** What is wrong: `answer` or `field` name one, all others the product. */
      readonly code: string
      /** The name of the answer or field. */
      readonly field: string | null
      /** Where it stands. */
      readonly path: string | null
      /** The rules that it breaks. */
      readonly rules: readonly string[]
      /** What is wrong, in a sentence. */
      readonly message: string
      /** What to do about it. */
      readonly fix: string
    }[]
  } | null
  /** Send it with the order, which then comes to exactly this. */
  readonly preview_token: string
  /** Until when the token can be sent. */
  readonly expires_at: string
}

/** An order that is looked at before it is given: one of these. */
export type PreviewTransaction = {
  /** A cancellation, as it would be ordered. */
  readonly cancellation?: {
    /** The last day of cover, an ISO 8601 date: not after the end, and not before the start unless cover has not begun yet. */
    readonly termination_date: string
  }
  /** A change or a correction, as it would be ordered. */
  readonly endorsement?: {
    /** The customer's first name. */
    readonly first_name?: string
    /** The customer's last name. */
    readonly last_name?: string
    /** The customer's e-mail address. */
    readonly email?: string
    /** What of the policy data is said anew; objects are laid over what is there, lists are replaced. The id of a dataset item (`dai_...`) may stand for the item itself. */
    readonly data?: {
      readonly [name: string]: unknown
    }
    /** Of a quote for a change of this policy, which says the new price and from which day on. An increase that is due now is `proposed` first: the status link has what pays for it. */
    readonly quote_token?: string
    /** From which day on, an ISO 8601 date within the days that were sold; today where none is named. An insurer may order it back in time, as far as the product allows. */
    readonly effective_date?: string
  }
  /** A reinstatement, as it would be ordered. */
  readonly reinstatement?: {
    /** Whether the days since the last day of cover stay without cover and cost nothing. Without it the policy is as if it had never been cancelled. */
    readonly gap?: boolean
  }
  /** The next term, as it stands or would be priced now; or as it would be with what a retry would give for it. */
  readonly renewal?: {
    /** Answers of the quote for the next term, laid over those that hold. */
    readonly answers?: {
      readonly [name: string]: unknown
    }
    /** Data of the policy for the next term, laid over what is known. */
    readonly data?: {
      readonly [name: string]: unknown
    }
  }
}

/** How a cancelled policy goes on. */
export type ReinstatePolicy = {
  /** Whether the days since the last day of cover stay without cover and cost nothing. Without it the policy is as if it had never been cancelled. */
  readonly gap?: boolean
  /** Of a preview of this order: it then comes to exactly the amounts of the preview, or is refused with 412, or fails where they change while it is being carried out. */
  readonly preview_token?: string
}

/** Why a policy costs another price than before. */
export type PriceChange = {
  /** The policy. */
  readonly policy_id: string
  /** Its number. */
  readonly insurer_policy_id: string
  /** Lower-case ISO 4217 code. */
  readonly currency: string
  /** The day from which the second price holds. */
  readonly effective_date: string
  /** The first price. */
  readonly before: {
    /** The version of the policy; null for a renewal that is only offered. Null for customers. */
    readonly version_id: string | null
    /** Whether there is cover on the day. Where there is none, the price is the one that was agreed. */
    readonly cover: 'cover' | 'gap' | 'suspended' | 'ended'
    /** Where the renewal stands, for a term that is still to come. */
    readonly renewal:
      | 'scheduled'
      | 'offered'
      | 'accepted'
      | 'declined'
      | 'blocked'
      | 'knocked_out'
      | 'voided'
      | 'done'
      | null
    /** What the customer pays at a time. In whole minor units. */
    readonly gross_payment_amount: number
    /** The version of the product that priced it. Null for customers. */
    readonly product_version_id: string | null
    /** The quote that it is the price of. Null for customers. */
    readonly quote_id: string | null
  }
  /** The second price. */
  readonly after: {
    /** The version of the policy; null for a renewal that is only offered. Null for customers. */
    readonly version_id: string | null
    /** Whether there is cover on the day. Where there is none, the price is the one that was agreed. */
    readonly cover: 'cover' | 'gap' | 'suspended' | 'ended'
    /** Where the renewal stands, for a term that is still to come. */
    readonly renewal:
      | 'scheduled'
      | 'offered'
      | 'accepted'
      | 'declined'
      | 'blocked'
      | 'knocked_out'
      | 'voided'
      | 'done'
      | null
    /** What the customer pays at a time. In whole minor units. */
    readonly gross_payment_amount: number
    /** The version of the product that priced it. Null for customers. */
    readonly product_version_id: string | null
    /** The quote that it is the price of. Null for customers. */
    readonly quote_id: string | null
  }
  /** The second price less the first. In whole minor units. */
  readonly difference: number
  /** The change in words: in the language of the caller where it is English, German, French or Italian, else in English. */
  readonly summary: string
  /** What the difference is made of, in the order in which it was taken apart. They sum to it, to the cent. */
  readonly shares: readonly {
    /** What it comes from: an `answer`, a pricing `variable` of the integration, a `cell` or a `table` of the pricing file, the `days`, the `structure` (all that cannot be put from one version of the pricing into the other by itself), or `rounding`. Customers hear of all that is the insurer’s as one share, `tariff`. */
    readonly cause:
      | 'answer'
      | 'variable'
      | 'cell'
      | 'table'
      | 'days'
      | 'structure'
      | 'rounding'
      | 'tariff'
    /** The field, the variable, or the place in the pricing file. */
    readonly place: string | null
    /** What stood there; null where nothing did. */
    readonly before: unknown
    /** What stands there now. */
    readonly after: unknown
    /** What it adds to the price; never zero. In whole minor units. */
    readonly amount: number
    /** The same in words. */
    readonly summary: string
  }[]
  /** What the product tells customers of its price (`public_outputs`). */
  readonly outputs: readonly {
    /** The name of the output. */
    readonly output: string
    /** What to call it, by language. */
    readonly labels: {
      readonly [name: string]: string
    }
    /** What it came to before. */
    readonly before: unknown
    /** What it comes to now. */
    readonly after: unknown
  }[]
}

/** The next term of a policy, and what became of it so far. */
export type Renewal = {
  /** The policy. */
  readonly policy_id: string
  /** `scheduled` until the next term has a price; then `offered`, or `blocked` because what is known does not fit the product any more, or `knocked_out`. An offer is `accepted` or `declined`. It is `voided` while the policy is cancelled, and `done` once the policy has the next term. */
  readonly state:
    | 'scheduled'
    | 'offered'
    | 'accepted'
    | 'declined'
    | 'blocked'
    | 'knocked_out'
    | 'voided'
    | 'done'
  /** Whether the policy goes on by itself, or once it is accepted. */
  readonly kind: 'automatic' | 'on_acceptance'
  /** Of the next term. */
  readonly first_day: string
  /** Of the next term; null until it has been looked at. */
  readonly last_day: string | null
  /** Lower-case ISO 4217 code. */
  readonly currency: string
  /** What a billing period costs until then. In whole minor units. */
  readonly gross_payment_amount_before: number
  /** What it costs in the next term; null without a price. In whole minor units. */
  readonly gross_payment_amount: number | null
  /** The version of the product that the next term is sold on. */
  readonly product_version_id: string
  /** The price of the next term. */
  readonly quote_id: string | null
  /** Why it is blocked; else empty. */
  readonly problems: readonly {
    /** What is wrong: `answer` or `field` name one, all others the product. */
    readonly code: string
    /** The name of the answer or field. */
    readonly field: string | null
    /** Where it stands. */
    readonly path: string | null
    /** The rules that it breaks. */
    readonly rules: readonly string[]
    /** What is wrong, in a sentence. */
    readonly message: string
    /** What to do about it. */
    readonly fix: string
  }[]
  /** When the notice was made. */
  readonly offered_at: string | null
  /** When it was accepted or declined. */
  readonly decided_at: string | null
  /** Where to go from here. */
  readonly _links: {
    readonly policy: Link
    readonly accept?: TransactionLink
    readonly decline?: TransactionLink
  }
}

/** What is given for the next term alone; mostly nothing. */
export type RetryRenewal = {
  /** Answers of the quote for the next term, laid over those that hold. */
  readonly answers?: {
    readonly [name: string]: unknown
  }
  /** Data of the policy for the next term, laid over what is known. */
  readonly data?: {
    readonly [name: string]: unknown
  }
}

/** The order is accepted and in progress; follow the status link. */
export type AcceptedTransaction = {
  /** The policy. */
  readonly policy_id: string
  /** Where to go from here. */
  readonly _links: {
    readonly status: Link
  }
}

/** How a version of a policy stands. */
export type VersionStatus = {
  /** The policy. */
  readonly policy_id: string
  /** The version of the policy that the modification makes. */
  readonly version_id: string
  /** `processing`: in progress. `proposed`: it holds once it is paid for. `active`: this version holds now. `superseded`: a later one does. `preempted`: another one came before it was paid for. `lapsed`: nobody paid for it in time. `failed`: the modification was not made. */
  readonly status:
    | 'processing'
    | 'proposed'
    | 'active'
    | 'superseded'
    | 'preempted'
    | 'lapsed'
    | 'failed'
  /** What pays for a version that is `proposed`; null for all others. */
  readonly payment: {
    /** Send it as `token` when paying. */
    readonly token: string
    /** What is to be paid. In whole minor units. */
    readonly amount: number
    /** A lower-case ISO 4217 code. */
    readonly currency: string
    /** The last day for it; afterwards the version lapses. */
    readonly pay_until: string
  } | null
  /** Where to go from here. */
  readonly _links: {
    readonly _self: Link
    readonly policy: Link
    readonly documents?: Link
  }
}

/** The days of cover, first and last day included. */
export type Cover = {
  /** The first day of cover. It begins at midnight in the product's time zone. */
  readonly start_date: string
  /** The last day of cover; null while the end is open. */
  readonly end_date: string | null
}

/** The days of cover of an offer or policy. */
export type PolicyCover = {
  /** The first day of cover. It begins at midnight in the product's time zone. */
  readonly start_date: string
  /** The last day of cover; null while the end is open. */
  readonly end_date: string | null
  /** Whether the policy covers now: it is paid for, not cancelled or suspended, and its first day has come. A policy on a test clock goes by that clock. */
  readonly in_force: boolean
}

/** A document of an offer or policy. */
export type Asset = {
  /** What the product calls it: `offer`, `policy`, `change`, `cancellation`, `invoice` or another. */
  readonly designation: string
  /** How the document is called, in its language. */
  readonly name: string
  /** What kind of file it is. */
  readonly extension: 'pdf'
  /** The language of the customer, or the one that stands in for it. */
  readonly language: string
  /** The version of the policy that it belongs to; null where that is an invoice. */
  readonly version_id: string | null
  /** The invoice or credit note that it is; null for all others. */
  readonly invoice_id: string | null
  /** Where the document itself is. Whoever has the link can read it. */
  readonly href: string
}

/** The documents of an offer or policy, and its days of cover. */
export type Assets = {
  /** The offer or policy. */
  readonly policy_id: string
  /** Its documents, the main one first. Empty while there are none. */
  readonly documents: readonly Asset[]
  readonly cover: PolicyCover
}

/** What stands behind a link: its id and its name. */
export type SmallRecord = {
  /** Its id. */
  readonly id: string
  /** Its name. */
  readonly name: string
}

/** Where to find what the name of the link says. */
export type Link = {
  /** An absolute address, ready to be called. */
  readonly href: string
}

/** Where to order what the name of the link says. */
export type TransactionLink = {
  /** An absolute address, ready to be called. */
  readonly href: string
  /** How it is called. */
  readonly method: 'POST' | 'PATCH'
}

/** All is well. */
export type Ok = {
  /** Always `ok`. */
  readonly status: 'ok'
}

/** Why a request was refused. All errors have this shape. */
export type Error = {
  /** The reason phrase of the HTTP status. */
  readonly status: string
  /** What is wrong, in a sentence. Absent where saying more would give something away. */
  readonly message?: string
  /** Every failing field at once, in the order of the product definition. */
  readonly errors?: readonly FieldError[]
}

/** One field that fails validation. */
export type FieldError = {
  /** `required`: the field is missing or empty. `invalid_value`: it breaks a rule. */
  readonly code: 'required' | 'invalid_value'
  /** The name of the field. */
  readonly field: string
  /** Where the field stands, for example `data`. Absent for members of the body itself. */
  readonly path?: string
  /** The names of the rules that failed, for example `max`. */
  readonly rules?: readonly string[]
  /** What is wrong, in a sentence for whoever fills in the field: in the `language` of an offer, else in the language of the product that `Accept-Language` asks for, else in its default. English, German, French and Italian are spoken; other languages get English. */
  readonly message: string
  /** The arguments of the rules that failed, as the product has them, by the name of the rule: `{"max": ["20"]}`. Rules without arguments, or with very many, are left out. */
  readonly params: {
    readonly [name: string]: readonly string[]
  }
}

/** Reference data that front ends offer and pricing reads. */
export type Dataset = {
  /** Its id. */
  readonly id: string
  /** Its name. */
  readonly name: string
  /** The languages that its items are in. */
  readonly languages: readonly string[]
}

/** One item of a list. */
export type DatasetEntry = {
  /** The id of the item, to be sent in quote or policy data in place of its values. */
  readonly id: string
  /** The fields that were asked for. */
  readonly value: {
    readonly [name: string]: unknown
  }
}

/** One item of a dataset. */
export type DatasetItem = {
  /** Its id. */
  readonly id: string
  /** All public fields, in the language that was asked for. */
  readonly data: {
    readonly [name: string]: unknown
  }
}

/** An insurer or a distributor. */
export type Account = {
  /** The account. */
  readonly id: string
  /** Owns products, or sells them. */
  readonly kind: 'insurer' | 'distributor'
  /** Its short name, which products refer to; never a credential. */
  readonly key: string
  /** Its name. */
  readonly name: string
}

export type CreateDistributor = {
  /** A short name of lower-case letters, digits and dashes. */
  readonly key: string
  /** Its name. */
  readonly name: string
}

export type AskForImpact = {
  /** The version that is asked about: mostly a draft that was just pushed. */
  readonly product_version_id: string
  /** Whose answers are priced again. */
  readonly scope?: {
    /** `in_force` if left out: policies in force today. `renewals`: the next terms of those whose last one ends from `from` to `to`, priced by the live version and by this one on the first day of the next term. `quotes`: for sales, of the last `days`, bought or not. */
    readonly kind?: 'in_force' | 'renewals' | 'quotes'
    /** For renewals, the first last day. */
    readonly from?: string
    /** For renewals, the last last day. */
    readonly to?: string
    /** For quotes. */
    readonly days?: number
  }
  /** What the result is told apart by. */
  readonly by?: readonly {
    /** An answer, such as `region` or `company.city`, or one of `item`, `plan` and `integration`. */
    readonly field: string
    /** Where bands of a number begin, rising. */
    readonly bands?: readonly number[]
  }[]
  /** Whether the difference is taken apart by what differs, which takes several prices for each policy; true if left out. */
  readonly shares?: boolean
}

/** What a version of a product would do to the prices of the book. */
export type Impact = {
  /** The impact. */
  readonly id: string
  /** Where it stands. */
  readonly status: 'queued' | 'running' | 'done' | 'failed' | 'stopped'
  /** The product. */
  readonly product_id: string
  /** The version that is asked about. */
  readonly product_version_id: string
  /** What was on sale when it was asked; null where nothing was. */
  readonly live_version_id: string | null
  /** Whose answers are priced again. */
  readonly scope: {
    /** Whose answers are priced again. */
    readonly kind: 'in_force' | 'renewals' | 'quotes'
    /** For renewals, the first last day of terms. */
    readonly from?: string
    /** For renewals, the last one. */
    readonly to?: string
    /** For quotes, of how many days. */
    readonly days?: number
  }
  /** The day on which the book is looked at. */
  readonly day: string
  /** What amounts are in: that of what is on sale, or of this version. */
  readonly currency: string
  /** How many others are run before it. */
  readonly ahead: number
  /** How many there are to price; null before they are counted. */
  readonly total: number | null
  /** How many were priced so far. */
  readonly done: number
  /** Why it failed. */
  readonly failure: string | null
  /** What it found; null until then. */
  readonly result: {
    /** How many. */
    readonly count: number
    /** How many the draft has a price for. */
    readonly priced: number
    /** How many it declines. */
    readonly knocked_out: number
    /** How many have answers that its rules refuse, and that were right before. */
    readonly refused: number
    /** For how many its calculation fails. */
    readonly failed: number
    /** How many it does not sell: their item, plan, integration or currency is not in it. */
    readonly not_sold: number
    /** What those with a price after it come to today. In minor units. */
    readonly premium_before: number
    /** What they would come to. In minor units. */
    readonly premium_after: number
    /** What those without one come to today. In minor units. */
    readonly premium_unpriced: number
    /** By how much the premium of those with a price changes; null where it was nothing. */
    readonly percent: number | null
    /** How many would cost more. */
    readonly risen: number
    /** How many would cost less. */
    readonly fallen: number
    /** How many would cost the same. */
    readonly unchanged: number
    /** How many cost nothing today and would cost something. */
    readonly from_nothing: number
    /** The greatest rise of one, in percent. */
    readonly greatest_rise_percent: number
    /** The greatest fall of one, in percent; below zero. */
    readonly greatest_fall_percent: number
    /** The least of all changes: a fall, or the smallest rise; null where there is none, or an earlier release has counted. */
    readonly least_percent: number | null
    /** The most of them; null likewise. */
    readonly most_percent: number | null
    /** To a hundredth of a percent up to a doubling, to a percent beyond, rounded down. */
    readonly quantiles: readonly {
      /** Of so many percent of those with a price … */
      readonly share: number
      /** … the premium does not rise by more than this. */
      readonly percent: number
    }[]
    /** Steps of a hundredth of a percent, of one percent above 100, that have any. */
    readonly histogram: readonly {
      /** Where the step begins. */
      readonly from_percent: number
      /** How many changes lie in it. */
      readonly count: number
    }[]
    /** The ten that rise most, by amount. */
    readonly rise_most: readonly {
      /** The policy; null where a quote was priced. */
      readonly policy_id: string | null
      /** The number of the policy, or the quote. */
      readonly name: string
      /** The quote that its price came from. */
      readonly quote_id: string
      /** What it comes to today. In minor units. */
      readonly premium_before: number
      /** What it would come to. In minor units. */
      readonly premium_after: number
      /** By how much that is more. */
      readonly percent: number | null
    }[]
    /** The ten that fall most, by amount. */
    readonly fall_most: readonly {
      /** The policy; null where a quote was priced. */
      readonly policy_id: string | null
      /** The number of the policy, or the quote. */
      readonly name: string
      /** The quote that its price came from. */
      readonly quote_id: string
      /** What it comes to today. In minor units. */
      readonly premium_before: number
      /** What it would come to. In minor units. */
      readonly premium_after: number
      /** By how much that is more. */
      readonly percent: number | null
    }[]
    /** What the difference of the premium comes from: they sum to it. The largest first; null where nobody asked. */
    readonly shares:
      | readonly {
          /** What kind of thing differs. */
          readonly cause:
            | 'answer'
            | 'variable'
            | 'cell'
            | 'table'
            | 'days'
            | 'structure'
            | 'rounding'
          /** The field, the variable, the cell, table or step; empty where there is none. */
          readonly place: string
          /** What stood there; null where that is too much to tell. */
          readonly before: unknown
          /** What stands there now. */
          readonly after: unknown
          /** What it does to the premium. In minor units. */
          readonly premium: number
          /** Of how many policies it is a share. */
          readonly count: number
        }[]
      | null
    /** Which knockouts decline. */
    readonly knocked_out_by: readonly {
      /** The field, the cell or the code; `(others)` after the fiftieth. */
      readonly cause: string
      /** How many. */
      readonly count: number
      /** One of them, and for a failed calculation why. */
      readonly example: string
    }[]
    /** Which fields are refused; one policy may have several. */
    readonly refused_fields: readonly {
      /** The field, the cell or the code; `(others)` after the fiftieth. */
      readonly cause: string
      /** How many. */
      readonly count: number
      /** One of them, and for a failed calculation why. */
      readonly example: string
    }[]
    /** Where calculations fail. */
    readonly failed_at: readonly {
      /** The field, the cell or the code; `(others)` after the fiftieth. */
      readonly cause: string
      /** How many. */
      readonly count: number
      /** One of them, and for a failed calculation why. */
      readonly example: string
    }[]
    /** What the draft lacks. */
    readonly not_sold_for: readonly {
      /** The field, the cell or the code; `(others)` after the fiftieth. */
      readonly cause: string
      /** How many. */
      readonly count: number
      /** One of them, and for a failed calculation why. */
      readonly example: string
    }[]
    /** The same told apart, as it was asked for. */
    readonly groups: readonly {
      /** What they are told apart by. */
      readonly field: string
      /** Its values; `(others)` after the hundredth. */
      readonly values: readonly {
        /** The value or band. */
        readonly value: string
        /** How many. */
        readonly count: number
        /** How many the draft has a price for. */
        readonly priced: number
        /** How many it declines. */
        readonly knocked_out: number
        /** How many have answers that its rules refuse, and that were right before. */
        readonly refused: number
        /** For how many its calculation fails. */
        readonly failed: number
        /** How many it does not sell: their item, plan, integration or currency is not in it. */
        readonly not_sold: number
        /** What those with a price after it come to today. In minor units. */
        readonly premium_before: number
        /** What they would come to. In minor units. */
        readonly premium_after: number
        /** What those without one come to today. In minor units. */
        readonly premium_unpriced: number
        /** By how much the premium of those with a price changes; null where it was nothing. */
        readonly percent: number | null
      }[]
    }[]
  } | null
  /** When it was asked for. */
  readonly created_at: string
  /** When it began. */
  readonly started_at: string | null
  /** When it ended. */
  readonly finished_at: string | null
}

/** An impact as lists show it: `showImpact` shows all of it. */
export type ImpactSummary = {
  /** The impact. */
  readonly id: string
  /** Where it stands. */
  readonly status: 'queued' | 'running' | 'done' | 'failed' | 'stopped'
  /** The product. */
  readonly product_id: string
  /** The version that is asked about. */
  readonly product_version_id: string
  /** What was on sale when it was asked; null where nothing was. */
  readonly live_version_id: string | null
  /** Whose answers are priced again. */
  readonly scope: {
    /** Whose answers are priced again. */
    readonly kind: 'in_force' | 'renewals' | 'quotes'
    /** For renewals, the first last day of terms. */
    readonly from?: string
    /** For renewals, the last one. */
    readonly to?: string
    /** For quotes, of how many days. */
    readonly days?: number
  }
  /** The day on which the book is looked at. */
  readonly day: string
  /** How many there are to price; null before they are counted. */
  readonly total: number | null
  /** How many were priced so far. */
  readonly done: number
  /** Why it failed. */
  readonly failure: string | null
  /** How many it found, and what they come to; null until it is done. */
  readonly counts: {
    /** How many. */
    readonly count: number
    /** How many the draft has a price for. */
    readonly priced: number
    /** How many it declines. */
    readonly knocked_out: number
    /** How many have answers that its rules refuse, and that were right before. */
    readonly refused: number
    /** For how many its calculation fails. */
    readonly failed: number
    /** How many it does not sell: their item, plan, integration or currency is not in it. */
    readonly not_sold: number
    /** What those with a price after it come to today. In minor units. */
    readonly premium_before: number
    /** What they would come to. In minor units. */
    readonly premium_after: number
    /** What those without one come to today. In minor units. */
    readonly premium_unpriced: number
    /** By how much the premium of those with a price changes; null where it was nothing. */
    readonly percent: number | null
  } | null
  /** When it was asked for. */
  readonly created_at: string
  /** When it ended. */
  readonly finished_at: string | null
}

/** A key, without its secret. */
export type Key = {
  /** The id of the key, which is not the key. */
  readonly id: string
  /** Whose key it is. */
  readonly account_id: string
  /** What it may be used for. */
  readonly kind: 'public' | 'secret'
  /** True for live, false for test. */
  readonly livemode: boolean
  /** What it is for. */
  readonly name: string
  /** Its last characters. */
  readonly hint: string
  /** When it was made. */
  readonly created_at: string
  /** The last day it was used. */
  readonly last_used_on: string | null
  /** When it stops working, after a rotation. */
  readonly expires_at: string | null
  /** When it was revoked. */
  readonly revoked_at: string | null
}

/** A new key, with its secret. */
export type NewKey = {
  /** The id of the key, which is not the key. */
  readonly id: string
  /** Whose key it is. */
  readonly account_id: string
  /** What it may be used for. */
  readonly kind: 'public' | 'secret'
  /** True for live, false for test. */
  readonly livemode: boolean
  /** What it is for. */
  readonly name: string
  /** Its last characters. */
  readonly hint: string
  /** When it was made. */
  readonly created_at: string
  /** The last day it was used. */
  readonly last_used_on: string | null
  /** When it stops working, after a rotation. */
  readonly expires_at: string | null
  /** When it was revoked. */
  readonly revoked_at: string | null
  /** The key itself. It is shown this once: a repeated request gets none. */
  readonly key?: string
}

export type CreateKey = {
  /** Whose key; your own by default. */
  readonly account_id?: string
  /** What it may be used for. */
  readonly kind: 'public' | 'secret'
  /** True for live, false for test. */
  readonly livemode: boolean
  /** What it is for. */
  readonly name: string
}

export type RotateKey = {
  /** How long the old key goes on working; 24 by default. */
  readonly overlap_hours?: number
}

/** A payment provider that payment plans may name. */
export type PaymentProvider = {
  /** What payment plans and `POST /payments` call it. */
  readonly name: string
  /** Its methods; null for one of the platform's, of which a method is a word of the product's own. */
  readonly methods: readonly string[] | null
  /** Whether you have declared it yourself. */
  readonly is_own: boolean
  /** Whether somebody collects outside of the platform: its payments are `ok` at once. */
  readonly collects_elsewhere: boolean
  /** When it was declared; null for the platform's. */
  readonly created_at: string | null
}

export type DeclarePaymentProvider = {
  /** A name of your own, of lower-case letters, digits, underscores and dashes. */
  readonly name: string
  /** All methods that payment plans may name with it, for example `invoice`. */
  readonly methods: readonly string[]
}

/** A mistake in a product folder. */
export type Problem = {
  /** The file inside the folder. */
  readonly file: string
  /** The place inside the file; empty for the whole file. */
  readonly place: string
  /** What is wrong. */
  readonly message: string
  /** What would fix it. */
  readonly fix: string
}

/** A product folder. */
export type ProductFiles = {
  /** The files of the product folder: path to content in base64. */
  readonly files: {
    readonly [name: string]: string
  }
}

/** What is wrong with a product folder. */
export type Validation = {
  /** Whether a push would be taken. */
  readonly valid: boolean
  /** All mistakes at once, by file and place, 200 at most. */
  readonly problems: readonly Problem[]
  /** What looks like a mistake and may be meant. */
  readonly warnings: readonly Problem[]
}

/** A product folder, kept as a draft version. */
export type PushedProduct = {
  /** The product. */
  readonly product_id: string
  /** The draft version, or the newest one where nothing changed. */
  readonly product_version_id: string
  /** False when the newest version already had exactly this content. */
  readonly is_new: boolean
  /** What looks like a mistake and may be meant. */
  readonly warnings: readonly Problem[]
}

/** A product folder that is kept to be tried out. */
export type WhatIf = {
  /** The product. */
  readonly product_id: string
  /** The what-if; the newest version, where that has exactly this content. */
  readonly product_version_id: string
  /** False when exactly this content was kept before. */
  readonly is_new: boolean
  /** The test cases that do not come out as recorded, 200 at most. */
  readonly failed_cases: readonly Problem[]
  /** What looks like a mistake and may be meant. */
  readonly warnings: readonly Problem[]
}

/** One thing in which two versions of a product differ. */
export type Difference = {
  /** What kind of thing differs: settings, quote rules, prices and so on. */
  readonly area: string
  /** What happened to it. */
  readonly change: 'added' | 'removed' | 'changed'
  /** Which one: a field, a plan, a test case. */
  readonly place: string
  /** As it was; null when it is new. */
  readonly before: unknown
  /** As it is; null when it is gone. */
  readonly after: unknown
  /** What it is where the place does not say it, as for cells: `the factor of "retail"`. */
  readonly about?: string
}

/** Whose a dataset is, and which products read it. */
export type DatasetUse = {
  /** The dataset. */
  readonly key: string
  /** The key of the product that it belongs to and is published with; null where it is shared, so that an import changes it at once. */
  readonly product: string | null
  /** The keys of all products that it feeds. */
  readonly products: readonly string[]
}

/** What pushing and publishing a folder would change. */
export type Plan = {
  /** Whether a push would be taken. */
  readonly valid: boolean
  /** All mistakes at once, by file and place, 200 at most. */
  readonly problems: readonly Problem[]
  /** What looks like a mistake and may be meant. */
  readonly warnings: readonly Problem[]
  /** What would change against the live version, or else the newest; also where test cases fail, not where the folder cannot be read. */
  readonly differences: readonly Difference[]
  /** The datasets that the folder brings or names, and whom else they feed. */
  readonly datasets: readonly DatasetUse[]
}

/** A product. */
export type Product = {
  /** The product. */
  readonly id: string
  /** Its short name. */
  readonly key: string
  /** Its name. */
  readonly name: string
  /** The version on sale; null before the first is published. */
  readonly live_version_id: string | null
  /** When it was first pushed. */
  readonly created_at: string
}

/** How a version is put on sale; mostly nothing needs to be said. */
export type PublishProduct = {
  /** Publishes it although the gate of the product says no. */
  readonly force?: {
    /** Why, for whoever reads the audit log. */
    readonly reason: string
  }
}

/** A version of a product. It never changes. */
export type ProductVersion = {
  /** The version. */
  readonly id: string
  /** Versions count from 1. */
  readonly number: number
  /** Whether it is the one on sale. */
  readonly is_live: boolean
  /** When it was pushed. */
  readonly created_at: string
  /** When it was first published; null for a draft. */
  readonly published_at: string | null
  /** The same content has the same hash. */
  readonly content_hash: string
}

/** A product with its versions and the ids to sell it by. */
export type ProductDetail = {
  /** The product. */
  readonly id: string
  /** Its short name. */
  readonly key: string
  /** Its name. */
  readonly name: string
  /** The version on sale; null before the first is published. */
  readonly live_version_id: string | null
  /** When it was first pushed. */
  readonly created_at: string
  /** Newest first. */
  readonly versions: readonly ProductVersion[]
  /** What can be sold of it, each with its pricing revision. */
  readonly items: readonly {
    /** The item. */
    readonly id: string
    /** Its short name. */
    readonly key: string
    /** The pricing logic that prices it. */
    readonly pricing_logic_id: string
    /** The revision of that logic: the same content is the same revision. */
    readonly pricing_revision_id: string
  }[]
  /** How customers may pay. */
  readonly payment_plans: readonly {
    /** The payment plan. */
    readonly id: string
    /** Its short name. */
    readonly key: string
    /** As the newest folder says; null where it no longer has the plan. */
    readonly billing: {
      /** How often it is paid; null for a single payment. */
      readonly frequency: 'month' | 'quarter' | 'half_year' | 'year' | null
      /** So many days before it is due an instalment is asked for. */
      readonly issue_days_before: number
      /** The day of the month on which instalments are due; null where each is on its period's first day. */
      readonly due_day: number | null
      /** Pauses in days before a declined instalment is collected again. */
      readonly retry_days: readonly number[]
      /** Whether what others collect is open until it is received. */
      readonly receipts: 'elsewhere' | 'tracked'
    } | null
  }[]
  /** Where it is sold. */
  readonly integrations: readonly {
    /** The integration. */
    readonly id: string
    /** Its short name. */
    readonly key: string
    /** Who sells through it. */
    readonly distributor_id: string
    /** The page that sells it; add `?key=` and a public key of the distributor. Null where it is sold by API only, or is not on sale. */
    readonly checkout_url: string | null
  }[]
}

/** A version of a product with its items, their pricing revisions, and its integrations. */
export type ProductVersionDetail = {
  /** The version. */
  readonly id: string
  /** Versions count from 1 as they are pushed; null for a what-if. */
  readonly number: number | null
  /** Whether it is the one on sale. */
  readonly is_live: boolean
  /** When it was pushed. */
  readonly created_at: string
  /** When it was first published; null for a draft. */
  readonly published_at: string | null
  /** The same content has the same hash. */
  readonly content_hash: string
  /** Whether it was only tried out (`keepWhatIf`): it can be named by its id, but not be published. */
  readonly is_what_if: boolean
  /** The product. */
  readonly product_id: string
  /** What can be sold of it, each with its pricing revision. */
  readonly items: readonly {
    /** The item. */
    readonly id: string
    /** Its short name. */
    readonly key: string
    /** The pricing logic that prices it. */
    readonly pricing_logic_id: string
    /** The revision of that logic: the same content is the same revision. */
    readonly pricing_revision_id: string
  }[]
  /** Where it is sold. */
  readonly integrations: readonly {
    /** The integration. */
    readonly id: string
    /** Its short name. */
    readonly key: string
    /** Who sells through it. */
    readonly distributor_id: string
  }[]
}

export type PriceFolder = {
  /** The files of the product folder: path to content in base64. */
  readonly files: {
    readonly [name: string]: string
  }
  /** The item; the first one by default. */
  readonly item?: string
  /** Whose pricing variables; the first one by default. */
  readonly integration?: string
  /** The customer's answers, as in a quote, or as in a case of tests/: `{dataset_item: companies/C-0001}` is an item of the folder. */
  readonly data: {
    readonly [name: string]: unknown
  }
  /** Answers to price with each value that their rules allow, in all combinations: what `in` lists, false and true, or numbers between both bounds, at round steps where there are many. */
  readonly vary?: readonly string[]
}

/** A price and how it came about. */
export type ExplainedPrice = {
  /** What became of it. */
  readonly outcome: 'priced' | 'knockout' | 'invalid' | 'failed' | 'mistakes'
  /** The premium, the knockout, the failing fields, or the mistakes of the folder. */
  readonly result: unknown
  /** Inputs and variables first, without a formula, then each step or cell with its formula and value, up to a failure. Days are written as days. */
  readonly steps: readonly {
    /** The step or cell. */
    readonly place: string
    /** Its formula. */
    readonly formula: string
    /** Its value. */
    readonly value: string
    /** The table row that a lookup hit. */
    readonly hit?: string
  }[]
  /** What the same answers cost with other values of some of them. */
  readonly varied?: {
    /** The answers that were varied. */
    readonly fields: readonly {
      /** The answer. */
      readonly name: string
      /** The values that were tried. */
      readonly values: readonly unknown[]
      /** Where they come from, in words. */
      readonly from: string
    }[]
    /** One for each combination, the last answer changing first. */
    readonly rows: readonly {
      /** The varied answers by name; null where one is not given. */
      readonly values: {
        readonly [name: string]: unknown
      }
      /** What became of it. */
      readonly outcome: 'priced' | 'knockout' | 'invalid' | 'failed'
      /** The premium, the knockout, the failing fields, or where it failed and why. */
      readonly result: unknown
    }[]
  }
}

export type DraftFromWorkbook = {
  /** The workbook alone: its name to its content in base64. */
  readonly files: {
    readonly [name: string]: string
  }
  /** The key of the product. */
  readonly key: string
  /** What customers read; made from the key by default. */
  readonly name?: string
  /** Policy numbers begin with it; made from the key by default. */
  readonly policy_prefix?: string
  /** Who sells it: the key of an account. */
  readonly distributor: string
  /** An ISO 4217 code; EUR by default. */
  readonly currency?: string
  /** Where days begin and end; Europe/Berlin by default. */
  readonly time_zone?: string
  /** The language of the product; en by default. */
  readonly language?: string
  /** Inputs of a workbook that does not name them, beside those that are proposed: cells such as `Quote!B3` by name. */
  readonly inputs?: {
    readonly [name: string]: string
  }
  /** Proposed inputs that customers are not to be asked, by name or cell. */
  readonly without?: readonly string[]
  /** Outputs of such a workbook, such as `gross_premium`, in place of those that are proposed. Inputs are proposed from what these depend on. */
  readonly outputs?: {
    readonly [name: string]: string
  }
  /** The rate of the tax, where no cell of such a workbook has it. */
  readonly tax_rate?: number
  /** Whether amounts of such a workbook are in euros and francs, or in cents. By their format by default. */
  readonly amounts?: 'major' | 'minor'
  /** When cover begins: the name of an input that is a day, `ask` for a question of its own, or `today`. As the workbook says by default. */
  readonly start?: string
  /** How long cover lasts: a duration such as `P1Y`, `open`, an input that is the last day, or one that is a number with its unit, as `term_years:years`. As the workbook says by default. */
  readonly term?: string
  /** How customers pay: `once`, `month`, `quarter`, `half_year`, `year`, several with commas, or the input whose answer says it. As the workbook says by default. */
  readonly pay?: string
  /** Whether the premium of the workbook is for one `payment` or for a `year`, which its payments then share. By its label by default. */
  readonly premium_for?: string
  /** What happens at the end of a term: `automatic`, `on_acceptance` or `none`. */
  readonly renewal?: string
  /** Confirms that cover without an end is sold for a single payment. */
  readonly allow_single_payment_for_open_cover?: boolean
}

/** A product that was made from a workbook. */
export type WorkbookDraft = {
  /** Whether there is a product; it passes every check of a push as it is. */
  readonly drafted: boolean
  /** What stands in the way, each with its fix. */
  readonly problems: readonly Problem[]
  /** What was not taken from the workbook, each with its fix. */
  readonly untaken: readonly Problem[]
  /** What a push of the product would warn of. */
  readonly warnings: readonly Problem[]
  /** The questions of the quote. */
  readonly fields: readonly {
    /** The name of the answer. */
    readonly name: string
    /** Its cell. */
    readonly place: string
    /** The rule string that is proposed. */
    readonly validation: string
    /** Which place of the workbook each rule comes from. */
    readonly reasons: readonly string[]
  }[]
  /** The names of the outputs. */
  readonly outputs: readonly string[]
  /** What looks like inputs and outputs, where the workbook does not say it; null where it does. */
  readonly layout: {
    /** Cells without a formula that prices depend on. */
    readonly inputs: readonly {
      /** A name for it. */
      readonly name: string
      /** Where it stands, such as `Quote!B3`. */
      readonly cell: string
      /** What stands beside it. */
      readonly label: string | null
      /** What stands in it. */
      readonly value: string | number | boolean | null
      /** The same as people read it: `2027-03-01` for a day, `2 %` for 0.02. */
      readonly shown: string
      /** Why it looks like one. */
      readonly reason: string
      /** Whether it is taken unless somebody says otherwise. */
      readonly is_proposed: boolean
      /** Whether hardly anybody would choose it: a rate, a factor, a step. */
      readonly is_unlikely: boolean
    }[]
    /** Formulas that no other needs, or whose labels say what they are. */
    readonly outputs: readonly {
      /** A name for it. */
      readonly name: string
      /** Where it stands, such as `Quote!B3`. */
      readonly cell: string
      /** What stands beside it. */
      readonly label: string | null
      /** What stands in it. */
      readonly value: string | number | boolean | null
      /** The same as people read it: `2027-03-01` for a day, `2 %` for 0.02. */
      readonly shown: string
      /** Why it looks like one. */
      readonly reason: string
      /** Whether it is taken unless somebody says otherwise. */
      readonly is_proposed: boolean
      /** Whether hardly anybody would choose it: a rate, a factor, a step. */
      readonly is_unlikely: boolean
    }[]
    /** Whether amounts seem to be in euros and francs, or in cents. */
    readonly amounts: 'major' | 'minor'
  } | null
  /** What a sale needs to know beside the price, without what the workbook puts out itself. */
  readonly questions: readonly {
    /** The member of the request that answers it. */
    readonly name: 'start' | 'term' | 'pay' | 'premium_for' | 'renewal'
    /** What was said, or found in the workbook; null where neither was. */
    readonly answer: string | null
    /** Why that is taken; empty where it was said, or nothing was found. */
    readonly reason: string
    /** Answers that fit this workbook. */
    readonly choices: readonly {
      /** An answer. */
      readonly value: string
      /** What it means. */
      readonly label: string
    }[]
  }[]
  /** The files of the product folder: path to content in base64. */
  readonly files: {
    readonly [name: string]: string
  }
}

export type ReplaceWorkbook = {
  /** Two workbooks in base64: `before.xlsx`, which the product has, and `after.xlsx`, which is to take its place. */
  readonly files: {
    readonly [name: string]: string
  }
}

/** A workbook that takes the place of another. */
export type ReplacedWorkbook = {
  /** Whether the new workbook has all inputs and outputs of the old one. */
  readonly replaced: boolean
  /** What the new workbook no longer has, by its name and its cell. */
  readonly problems: readonly Problem[]
  /** The inputs of the new workbook. */
  readonly inputs: readonly {
    /** Its name. */
    readonly name: string
    /** Where it is, such as `Quote!B3`. */
    readonly cell: string
  }[]
  /** The outputs of the new workbook. */
  readonly outputs: readonly {
    /** Its name. */
    readonly name: string
    /** Where it is, such as `Quote!B3`. */
    readonly cell: string
  }[]
  /** The new workbook as `pricing.xlsx`, with the names of the old one where it has none; no file where it cannot take its place. */
  readonly files: {
    readonly [name: string]: string
  }
}

export type PreviewDocuments = {
  /** The files of the product folder: path to content in base64. */
  readonly files: {
    readonly [name: string]: string
  }
  /** Only this one, by its designation; all by default. */
  readonly document?: string
  /** Only in this language; in all of the product's by default. */
  readonly language?: string
}

/** The documents of a product folder, with sample data. */
export type PreviewedDocuments = {
  /** Whether a push would be taken. */
  readonly valid: boolean
  /** All mistakes at once. */
  readonly problems: readonly Problem[]
  /** Empty when there are mistakes. */
  readonly documents: readonly {
    /** Which document it is. */
    readonly designation: string
    /** How it is called, in its language. */
    readonly name: string
    /** What it is made for. */
    readonly occasion:
      | 'offer'
      | 'policy'
      | 'endorsement'
      | 'cancellation'
      | 'reinstatement'
      | 'invoice'
      | 'credit_note'
      | 'renewal_notice'
      | 'reminder'
      | 'notice'
      | 'suspension'
      | 'lapse'
    /** Its language. */
    readonly language: string
    /** The item that the sample sells. */
    readonly item: string
    /** What kind of file it is. */
    readonly extension: 'pdf'
    /** The file, in base64. */
    readonly content: string
    /** Why its price is made up, as the document says too; null where the price is what the folder itself asks for the sample. */
    readonly invented_because: string | null
  }[]
}

/** A stored price and how it came about. */
export type ExplainedQuote = {
  /** The quote. */
  readonly quote_id: string
  /** The version it was priced on. */
  readonly product_version_id: string
  /** The revision it was priced by. */
  readonly pricing_logic_revision_id: string
  /** The kind of pricing. */
  readonly kind: 'formula' | 'workbook' | 'http'
  /** The day it was made, which is `today` to the pricing. */
  readonly quoted_on: string
  /** The premium as it was quoted, in whole minor units. */
  readonly quoted: {
    readonly [name: string]: unknown
  }
  /** Whether computing it again gives the very same. Null for an outside rater, which is not asked again. */
  readonly is_same: boolean | null
  /** What comes out now, step by step. */
  readonly recomputed: {
    /** What became of it. */
    readonly outcome: 'priced' | 'knockout' | 'invalid' | 'failed'
    /** The premium, the knockout, the failing fields, or where it failed and why. */
    readonly result: unknown
    /** Inputs and variables first, without a formula, then each step or cell with its formula and value, up to a failure. Days are written as days. */
    readonly steps: readonly {
      /** The step or cell. */
      readonly place: string
      /** Its formula. */
      readonly formula: string
      /** Its value. */
      readonly value: string
      /** The table row that a lookup hit. */
      readonly hit?: string
    }[]
  } | null
}

/** A run over all policies that checks their prices or their money. */
export type PortfolioCheck = {
  /** The check. */
  readonly id: string
  /** What is checked. */
  readonly subject: 'prices' | 'money'
  /** Where it stands. */
  readonly status: 'running' | 'done'
  /** How many policies it has looked at so far. */
  readonly policies_checked: number
  /** Of how many all holds: the price is the same, or all that is posted agrees. */
  readonly policies_same: number
  /** How many did not. */
  readonly policies_different: number
  /** How many an outside rater priced, which is not asked again. */
  readonly policies_from_rater: number
  /** The first hundred that differ. */
  readonly differences: readonly {
    /** The policy. */
    readonly policy_id: string
    /** The quote that its price came from. */
    readonly quote_id: string
    /** What it was sold for, in whole minor units. */
    readonly quoted: number
    /** What comes out now; null where no price does. */
    readonly recomputed: number | null
    /** In what they differ. */
    readonly reason: string
  }[]
  /** For a check of the money, the first hundred things that do not hold. */
  readonly faults: readonly {
    /** The policy. */
    readonly policy_id: string
    /** What does not hold, such as `period_price` or `balances`. */
    readonly kind: string
    /** Where, and by how much. */
    readonly message: string
  }[]
  /** How far it has come. */
  readonly last_policy_id: string | null
  /** When it was started. */
  readonly created_at: string
  /** When it was done. */
  readonly finished_at: string | null
}

/** A clock of test mode, which stands still until it is advanced. */
export type Clock = {
  /** The clock. */
  readonly id: string
  /** Whether it stands, is being advanced, or could not be. */
  readonly status: 'ready' | 'advancing' | 'failed'
  /** What it shows. */
  readonly at: string
  /** Where it is being advanced to, or was when that failed. */
  readonly target: string | null
  /** Why it could not be advanced further. It can be tried again. */
  readonly failure: string | null
  /** Versions that are published on it alone, one of each product. */
  readonly published: readonly string[]
  /** When it was made, in true time. */
  readonly created_at: string
}

/** A new clock. */
export type CreateClock = {
  /** What it is to show, with an offset. */
  readonly at: string
}

/** How far to advance a clock. */
export type AdvanceClock = {
  /** A later moment, with an offset. */
  readonly to: string
}

/** What is published on a clock alone. */
export type PublishOnClock = {
  /** A version of one of your products. It may be a draft. */
  readonly product_version_id: string
}

/** A quote in a list. */
export type QuoteSummary = {
  /** The quote, which is not its token. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The product. */
  readonly product_id: string
  /** Who sold it. */
  readonly distributor_id: string
  /** The item. */
  readonly item_id: string
  /** What the customer pays. In whole minor units. */
  readonly gross_payment_amount: number
  /** A lower-case code. */
  readonly currency: string
  /** When it was made. */
  readonly created_at: string
  /** The version it was priced on. */
  readonly product_version_id: string
  /** The revision it was priced by. */
  readonly pricing_logic_revision_id: string
  /** When its token stops being valid. */
  readonly expires_at: string
}

/** An offer or a policy in a list. */
export type PolicySummary = {
  /** The policy. */
  readonly id: string
  /** Its active version. */
  readonly version_id: string
  /** Its number. */
  readonly insurer_policy_id: string
  /** Where it stands now. */
  readonly status: 'ready' | 'accepted' | 'paid' | 'cancelled' | 'expired'
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The product. */
  readonly product_id: string
  /** Who sold it. */
  readonly distributor_id: string
  /** The item. */
  readonly item_id: string
  /** What the customer pays. In whole minor units. */
  readonly gross_payment_amount: number
  /** A lower-case code. */
  readonly currency: string
  /** When it was made. */
  readonly created_at: string
  /** The customer's first name. */
  readonly first_name: string
  /** The customer's last name. */
  readonly last_name: string
  /** The customer's e-mail address. */
  readonly email: string
  /** The first day of cover. */
  readonly start_date: string
  /** The last day of cover, also of a cancelled policy; null while it is open. */
  readonly end_date: string | null
}

/** A payment in a list. */
export type PaymentSummary = {
  /** The payment. */
  readonly id: string
  /** The policy it pays. */
  readonly policy_id: string
  /** The product that was sold. */
  readonly product_id: string
  /** Of the customer. */
  readonly first_name: string
  /** Of the customer. */
  readonly last_name: string
  /** Who sold it. */
  readonly distributor_id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The provider. */
  readonly provider: string
  /** The method. */
  readonly method: string
  /** Where it stands. */
  readonly status: 'pending' | 'ok' | 'failed'
  /** How much. In whole minor units. */
  readonly amount: number
  /** A lower-case code. */
  readonly currency: string
  /** The invoice that it pays; null for the payment of the sale. */
  readonly invoice_id: string | null
  /** True for what somebody collects and is waited for: nothing came with it. */
  readonly on_account: boolean
  /** The day on which the bank had it, of a receipt; null for all else. */
  readonly received_on: string | null
  /** When it was started. */
  readonly created_at: string
  /** When money came for it although it had failed; null unless it did. */
  readonly received_late_at: string | null
  /** What a person must see to; usually empty. */
  readonly doubts: readonly {
    /** The refund that is in doubt; null for the payment itself. */
    readonly refund_id: string | null
    /** `unconfirmed`: the provider tells neither yes nor no. `contradicted`: it said failed after it had said ok. `failed`: the money could not be given back. */
    readonly why: 'unconfirmed' | 'contradicted' | 'failed'
    /** Since when it needs a person. */
    readonly since: string
  }[]
}

export type ResolvePayment = {
  /** `ok`: the money is there. `failed`: it never came and never will. */
  readonly outcome: 'ok' | 'failed'
  /** How you know, for the audit log. Name no person in it. */
  readonly note: string
}

export type ResolveRefund = {
  /** `ok`: you have given the money back in another way. `retry`: the provider is asked for it again. */
  readonly outcome: 'ok' | 'retry'
  /** How you know, for the audit log. Name no person in it. */
  readonly note: string
}

/** An invoice in a list. */
export type InvoiceSummary = {
  /** The invoice. */
  readonly id: string
  /** Its number; null for a moment after it is issued, and while it is proposed. */
  readonly number: string | null
  /** What to write on a bank transfer: the number with check digits. */
  readonly reference: string | null
  /** The policy. */
  readonly policy_id: string
  /** The product that was sold. */
  readonly product_id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The `sale`, what an `order` left to be paid, an `instalment`, a `credit_note`, which tells what became cheaper, or the `fee` of a reminder or notice. */
  readonly kind: 'sale' | 'transaction' | 'instalment' | 'credit_note' | 'fee'
  /** `proposed` asks for what holds only once it is paid, `open` is owed, `settled` is paid or no longer owed, `void` is no longer asked for, and `written_off` was given up. */
  readonly state: 'proposed' | 'open' | 'settled' | 'void' | 'written_off'
  /** What it asks for, or gives back as a credit note. In whole minor units. */
  readonly total: number
  /** What of it is still to be paid. In whole minor units. */
  readonly open: number
  /** A lower-case code. */
  readonly currency: string
  /** When it was issued, in the time zone of the policy. */
  readonly issue_date: string
  /** When it is due. */
  readonly due_date: string
  /** When it was made. */
  readonly created_at: string
}

/** An invoice. */
export type Invoice = {
  /** The invoice. */
  readonly id: string
  /** Its number; null for a moment after it is issued, and while it is proposed. */
  readonly number: string | null
  /** What to write on a bank transfer: the number with check digits. */
  readonly reference: string | null
  /** The policy. */
  readonly policy_id: string
  /** The product that was sold. */
  readonly product_id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The `sale`, what an `order` left to be paid, an `instalment`, a `credit_note`, which tells what became cheaper, or the `fee` of a reminder or notice. */
  readonly kind: 'sale' | 'transaction' | 'instalment' | 'credit_note' | 'fee'
  /** `proposed` asks for what holds only once it is paid, `open` is owed, `settled` is paid or no longer owed, `void` is no longer asked for, and `written_off` was given up. */
  readonly state: 'proposed' | 'open' | 'settled' | 'void' | 'written_off'
  /** What it asks for, or gives back as a credit note. In whole minor units. */
  readonly total: number
  /** What of it is still to be paid. In whole minor units. */
  readonly open: number
  /** A lower-case code. */
  readonly currency: string
  /** When it was issued, in the time zone of the policy. */
  readonly issue_date: string
  /** When it is due. */
  readonly due_date: string
  /** When it was made. */
  readonly created_at: string
  /** They sum to the total; those of a credit note to as much below zero. */
  readonly lines: readonly {
    /** What a `period` costs, what it costs more or less by a `change`, or the `balance` from before. */
    readonly kind: 'period' | 'adjustment' | 'fee' | 'balance'
    /** The first day that is paid for. */
    readonly first_day: string | null
    /** The last. */
    readonly last_day: string | null
    /** What it comes to, tax and fee included. In whole minor units. */
    readonly amount: number
    /** What of it is tax. In whole minor units. */
    readonly tax: number
    /** The rate of its tax in per cent; null where it has none, or was not kept. */
    readonly tax_rate: string | null
    /** What of it is fees. In whole minor units. */
    readonly fee: number
  }[]
  /** Payments and receipts for it, oldest first, failed ones included. */
  readonly payments: readonly PaymentSummary[]
  /** What it is paid with through `POST /payments` while it is open; null where it is not paid so. */
  readonly payment_token: string | null
}

export type WriteOff = {
  /** Why nobody is asked for it any more. Name no person in it. */
  readonly reason: string
}

export type RecordReceipt = {
  /** What came in. In whole minor units. */
  readonly amount: number
  /** Of the invoice. */
  readonly currency: string
  /** The day on which the bank had it, such as `2029-01-15`. */
  readonly received_on: string
  /** What the bank had with it. */
  readonly reference?: string
  /** True where the invoice was paid already and the money truly came in besides: it becomes the customer's credit. */
  readonly overpayment?: boolean
}

/** Money that came in, as the bank told it. */
export type BankReceipt = {
  /** The receipt. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** `matched` is posted, `unmatched` waits for you, `dismissed` pays no invoice, and `waiting` is about to be posted. */
  readonly state: 'waiting' | 'unmatched' | 'matched' | 'dismissed'
  /** Why it could not be matched by itself: `no_number`, `unknown_number`, `several_numbers`, `other_currency`, `invoice_settled`; null otherwise. */
  readonly why: string | null
  /** What came in. In whole minor units. */
  readonly amount: number
  /** A lower-case code. */
  readonly currency: string
  /** The day on which the bank had it. */
  readonly received_on: string
  /** What the bank had with it. */
  readonly reference: string
  /** What the bank calls it, where it tells. */
  readonly bank_id: string | null
  /** The invoice that it was matched with. */
  readonly invoice_id: string | null
  /** The payment that it was posted as. */
  readonly payment_id: string | null
  /** Why it was dismissed. */
  readonly reason: string | null
  /** When its file was imported. */
  readonly imported_at: string
}

/** What became of a file. */
export type ImportedReceipts = {
  /** How many lines the file has. */
  readonly lines: number
  /** How many receipts were not known before. */
  readonly new: number
  /** How many were imported before. */
  readonly known: number
  /** How many lines are no receipts, as nothing came in. */
  readonly outgoing: number
  /** How many of the new ones are posted. */
  readonly matched: number
  /** How many of the new ones wait for you. */
  readonly unmatched: number
  /** What became of each line that is a receipt. */
  readonly receipts: readonly {
    /** The line of the file. */
    readonly line: number
    /** False for one that was imported before. */
    readonly is_new: boolean
    /** The receipt. */
    readonly id: string
    /** Where it stands now. */
    readonly state: 'waiting' | 'unmatched' | 'matched' | 'dismissed'
    /** Why it could not be matched by itself: `no_number`, `unknown_number`, `several_numbers`, `other_currency`, `invoice_settled`; null otherwise. */
    readonly why: string | null
    /** What came in. In whole minor units. */
    readonly amount: number
    /** The invoice that it was matched with. */
    readonly invoice_id: string | null
  }[]
}

export type MatchReceipt = {
  /** The invoice that it pays. */
  readonly invoice_id: string
  /** True where the invoice was paid already and the money truly came in besides: it becomes the customer's credit. */
  readonly overpayment?: boolean
}

export type DismissReceipt = {
  /** Why it pays no invoice. Name no person in it. */
  readonly reason: string
}

/** What of a policy is overdue, and what was done about it. */
export type DunningCase = {
  /** The case. */
  readonly id: string
  /** The policy. */
  readonly policy_id: string
  /** The product that was sold. */
  readonly product_id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** `open` while something is overdue, `cured` once all of it was paid, given up or is no longer owed, `lapsed` where the policy has, and `ended` where its cover was over before. */
  readonly state: 'open' | 'cured' | 'lapsed' | 'ended'
  /** How far it has come: nothing was written yet, the customer was `reminded`, `notice_sent` with a last day for paying, or the cover is `suspended` since that day. */
  readonly step: 'overdue' | 'reminded' | 'notice_sent' | 'suspended'
  /** The first day on which something was overdue. */
  readonly overdue_since: string
  /** What was overdue when it was last looked at, without the fees of letters. In whole minor units. */
  readonly overdue: number
  /** A lower-case code. */
  readonly currency: string
  /** How many were written. */
  readonly reminders: number
  /** The last day for paying what the notice asks for; null without one. */
  readonly grace_until: string | null
  /** When it was opened. */
  readonly opened_at: string
  /** When it was closed; null while it is open. */
  readonly closed_at: string | null
  /** Where to go from here. */
  readonly _links: {
    readonly _self: Link
    readonly policy: Link
  }
}

/** A case with its letters. */
export type ShownDunningCase = {
  /** The case. */
  readonly id: string
  /** The policy. */
  readonly policy_id: string
  /** The product that was sold. */
  readonly product_id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** `open` while something is overdue, `cured` once all of it was paid, given up or is no longer owed, `lapsed` where the policy has, and `ended` where its cover was over before. */
  readonly state: 'open' | 'cured' | 'lapsed' | 'ended'
  /** How far it has come: nothing was written yet, the customer was `reminded`, `notice_sent` with a last day for paying, or the cover is `suspended` since that day. */
  readonly step: 'overdue' | 'reminded' | 'notice_sent' | 'suspended'
  /** The first day on which something was overdue. */
  readonly overdue_since: string
  /** What was overdue when it was last looked at, without the fees of letters. In whole minor units. */
  readonly overdue: number
  /** A lower-case code. */
  readonly currency: string
  /** How many were written. */
  readonly reminders: number
  /** The last day for paying what the notice asks for; null without one. */
  readonly grace_until: string | null
  /** When it was opened. */
  readonly opened_at: string
  /** When it was closed; null while it is open. */
  readonly closed_at: string | null
  /** Where to go from here. */
  readonly _links: {
    readonly _self: Link
    readonly policy: Link
  }
  /** What was written, oldest first. */
  readonly letters: readonly {
    /** The letter. */
    readonly id: string
    /** A `reminder`, the `notice` with a last day, or that of the `suspension` or the `lapse`. */
    readonly kind: 'reminder' | 'notice' | 'suspension' | 'lapse'
    /** The first of its kind is 1. */
    readonly number: number
    /** The day of the letter, in the time zone of the policy. */
    readonly date: string
    /** What it asks for. In whole minor units. */
    readonly total: number
    /** What asks for its fee; null where it costs none. */
    readonly fee_invoice_id: string | null
    /** The last day for paying, in a notice and by a suspension. */
    readonly grace_until: string | null
    /** The last day of cover, by a suspension or a lapse. */
    readonly cover_until: string | null
    /** Why it does not count: what it asked for was wrong. Null where it does. */
    readonly void_reason: string | null
    /** What it asks for, invoice by invoice. */
    readonly invoices: readonly {
      /** The invoice. */
      readonly id: string
      /** What it is for. */
      readonly kind: 'sale' | 'transaction' | 'instalment' | 'credit_note' | 'fee'
      /** When it was due. */
      readonly due_date: string
      /** What of it was to be paid. In whole minor units. */
      readonly open: number
    }[]
  }[]
}

export type HoldDunning = {
  /** The policy that is not followed for now. */
  readonly policy_id?: string
  /** Or the product, by its id or its key: none of its policies is. */
  readonly product_id?: string
  /** The last day of the hold, such as `2029-03-31`. There is none without an end. */
  readonly until: string
  /** Why nothing is to be done. Name no person in it. */
  readonly reason: string
}

/** Nothing is written and nothing lapses until it is over. */
export type DunningHold = {
  /** The hold. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** The policy that it holds; null where it holds a product. */
  readonly policy_id: string | null
  /** The product that it holds; null where it holds a policy. */
  readonly product_id: string | null
  /** Its last day. */
  readonly until: string
  /** Why. */
  readonly reason: string
  /** When it was made. */
  readonly created_at: string
  /** When somebody released it; null where nobody has. */
  readonly released_at: string | null
}

/** Something that happened. */
export type Event = {
  /** The event. */
  readonly id: string
  /** What happened, for example `policy.issued`. */
  readonly type: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** What it happened to. */
  readonly subject_id: string
  /** The policy that it concerns; null for news of products. */
  readonly policy_id: string | null
  /** The policy's version that held when it had happened; null also for events of releases that did not say. */
  readonly version_id: string | null
  /** Which of the policy's events it is: 1, 2, 3 and so on, without a gap. Whoever has seen a greater one has newer news. */
  readonly sequence: number | null
  /** Which form `data` has: the one that `webhooks` of this document shows for its type. A form never changes; another one has a greater version. 0 where its release promised none. */
  readonly data_version: number
  /** More about it; never about a person. */
  readonly data: unknown
  /** When. */
  readonly created_at: string
  /** What its test clock showed, where it happened to something that lives on one. */
  readonly clock_at: string | null
}

/** A change that somebody made. */
export type AuditEntry = {
  /** The entry. */
  readonly id: string
  /** The key it was done with. */
  readonly key_id: string
  /** What was done, for example `product.published`. */
  readonly action: string
  /** What it was done to. */
  readonly subject_id: string
  /** As it was; null when it is new. */
  readonly before: unknown
  /** As it is; null when it is gone. */
  readonly after: unknown
  /** When. */
  readonly created_at: string
}

/** One link of the chain that proves events and audit log. */
export type EvidenceLink = {
  /** Which link of the chain it is: 1, 2, 3 without a gap. */
  readonly number: number
  /** What it proves: an event, or an entry of the audit log. */
  readonly kind: 'event' | 'audit'
  /** The event or entry that was chained. */
  readonly record_id: string
  /** What the event or entry says by itself, as it stands now; null where it is gone. */
  readonly record: {
    readonly [name: string]: unknown
  } | null
  /** What it says besides: `data` of an event, `before` and `after` of an entry. Where it was erased nothing but nulls is left of it. */
  readonly content: unknown
  /** The key of the commitment, in hex; null where the content was erased. */
  readonly salt: string | null
  /** HMAC-SHA256 of the content by the salt, in hex. */
  readonly commitment: string
  /** SHA-256 of the hash before, the number, the record and the commitment, in hex. */
  readonly hash: string
}

/** A part of the chain that proves events and audit log. */
export type Evidence = {
  /** Whose chain it is. */
  readonly insurer_id: string
  /** True for live, false for test. What is of both modes is in the live chain. */
  readonly livemode: boolean
  /** Where the chain ends now. */
  readonly end: {
    /** The last link; 0 where there is none yet. */
    readonly number: number
    /** Its hash, in hex. Whoever keeps it elsewhere can prove later what stood here. */
    readonly hash: string
  }
  /** In the order of the chain. */
  readonly links: readonly EvidenceLink[]
}

/** Everything that happened to a policy. */
export type PolicyHistory = {
  /** The policy. */
  readonly policy_id: string
  /** Oldest first. */
  readonly versions: readonly {
    /** The version. */
    readonly id: string
    /** What made it. */
    readonly kind:
      | 'offer'
      | 'endorsement'
      | 'cancellation'
      | 'reinstatement'
      | 'renewal'
      | 'lapse'
      | 'suspension'
      | 'resumption'
    /** Where it stands. */
    readonly state:
      | 'processing'
      | 'proposed'
      | 'active'
      | 'superseded'
      | 'preempted'
      | 'lapsed'
      | 'failed'
    /** What was requested. */
    readonly details: unknown
    /** What it did, in words: in the language of the caller where it is English, German, French or Italian, else in English. Null where it did nothing, or not yet. */
    readonly summary: string | null
    /** When it was ordered. */
    readonly created_at: string
  }[]
  /** Oldest first, failed ones included. */
  readonly payments: readonly PaymentSummary[]
  /** The documents made so far, oldest first. */
  readonly documents: readonly {
    /** Which document it is. */
    readonly designation: string
    /** What it was made for. */
    readonly occasion:
      | 'offer'
      | 'policy'
      | 'endorsement'
      | 'cancellation'
      | 'reinstatement'
      | 'invoice'
      | 'credit_note'
      | 'renewal_notice'
      | 'reminder'
      | 'notice'
      | 'suspension'
      | 'lapse'
    /** The version of the policy that it belongs to; null where that is an invoice. */
    readonly version_id: string | null
    /** The invoice or credit note that it is; null for all others. */
    readonly invoice_id: string | null
    /** How it is called, in its language. */
    readonly name: string
    /** Its language. */
    readonly language: string
    /** SHA-256 of its content, which never changes. */
    readonly content_hash: string
    /** When it was made. */
    readonly made_at: string
  }[]
  /** Oldest first. */
  readonly events: readonly Event[]
}

/** A dataset, as its owner sees it. */
export type ManagedDataset = {
  /** The dataset. */
  readonly id: string
  /** Its short name, which products refer to. */
  readonly key: string
  /** Its name. */
  readonly name: string
  /** In the order in which one stands in for another that has no value. */
  readonly languages: readonly string[]
  /** Whether anybody may read it, or only holders of an access token. */
  readonly access: 'public' | 'locked'
  /** The field that identifies an item from import to import. */
  readonly key_field: string
  /** In the order of the file. */
  readonly fields: readonly {
    /** Its name. */
    readonly name: string
    /** What its values are. */
    readonly type: 'text' | 'number' | 'boolean' | 'date'
    /** Whether front ends are kept from it. */
    readonly hidden: boolean
  }[]
  /** The key of the product whose folder it came with, and with which it is published; null where it was imported on its own and is shared. */
  readonly product: string | null
  /** The keys of the products whose rules name it. */
  readonly products: readonly string[]
  /** False for that of a product which was never published: shown as last pushed. */
  readonly is_live: boolean
  /** How many items it has. */
  readonly items: number
  /** When it was made. */
  readonly created_at: string
  /** When its present items were imported. */
  readonly imported_at: string
}

/** What an import did. Items whose key stays keep their ids. */
export type ImportedDataset = {
  readonly dataset: ManagedDataset
  /** False when the items were exactly these already. */
  readonly is_new: boolean
  /** True when nothing was kept, because only a dry run was asked for. */
  readonly is_dry_run: boolean
  /** Items whose key is new. */
  readonly added: number
  /** Items whose key stays and whose values do not. */
  readonly changed: number
  /** Items that left the dataset. */
  readonly removed: number
  /** Items that are as they were. */
  readonly kept: number
}

/** A token for locked datasets, without its secret. */
export type AccessToken = {
  /** The id of the token, which is not the token. */
  readonly id: string
  /** Whose locked datasets it opens. */
  readonly account_id: string
  /** What it is for. */
  readonly name: string
  /** When it was made. */
  readonly created_at: string
  /** When it was revoked. */
  readonly revoked_at: string | null
}

/** A new token. */
export type NewAccessToken = {
  /** The id of the token, which is not the token. */
  readonly id: string
  /** Whose locked datasets it opens. */
  readonly account_id: string
  /** What it is for. */
  readonly name: string
  /** When it was made. */
  readonly created_at: string
  /** When it was revoked. */
  readonly revoked_at: string | null
  /** The token itself. It is shown this once: a repeated request gets none. */
  readonly token?: string
}

export type CreateAccessToken = {
  /** Whose token; your own by default. */
  readonly account_id?: string
  /** What it is for. */
  readonly name: string
}

/** An endpoint that is told of events as they happen. */
export type Webhook = {
  /** The endpoint. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** Where messages are posted to. It takes https and leads to no private address, unless the operator has set `WEBHOOKS_PRIVATE=allow`. */
  readonly url: string
  /** What it is for. */
  readonly description: string
  /** The types of events that are told; with `*` among them it is all. */
  readonly events: readonly (
    | '*'
    | 'offer.created'
    | 'offer.expired'
    | 'policy.issued'
    | 'policy.endorsement_requested'
    | 'policy.endorsed'
    | 'policy.endorsement_failed'
    | 'policy.endorsement_proposed'
    | 'policy.cancellation_requested'
    | 'policy.cancelled'
    | 'policy.cancellation_failed'
    | 'policy.reinstatement_requested'
    | 'policy.reinstated'
    | 'policy.reinstatement_failed'
    | 'policy.reinstatement_proposed'
    | 'policy.proposal_preempted'
    | 'policy.proposal_lapsed'
    | 'policy.expired'
    | 'policy.renewed'
    | 'policy.suspended'
    | 'policy.resumed'
    | 'renewal.offered'
    | 'renewal.accepted'
    | 'renewal.declined'
    | 'renewal.blocked'
    | 'renewal.knocked_out'
    | 'renewal.voided'
    | 'dunning.opened'
    | 'dunning.reminded'
    | 'dunning.notice_sent'
    | 'dunning.notice_voided'
    | 'dunning.suspended'
    | 'dunning.lapsed'
    | 'dunning.cured'
    | 'dunning.ended'
    | 'dunning.held'
    | 'dunning.released'
    | 'invoice.issued'
    | 'invoice.settled'
    | 'invoice.reopened'
    | 'invoice.written_off'
    | 'payment.pending'
    | 'payment.ok'
    | 'payment.failed'
    | 'payment.late'
    | 'payment.in_doubt'
    | 'payment.resolved'
    | 'payment.charged_back'
    | 'receipt.recorded'
    | 'receipt.unmatched'
    | 'receipt.dismissed'
    | 'mandate.given'
    | 'mandate.replaced'
    | 'mandate.revoked'
    | 'mandate.declined'
    | 'refund.created'
    | 'refund.ok'
    | 'refund.failed'
    | 'refund.in_doubt'
    | 'refund.retried'
    | 'lead.created'
    | 'lead.expired'
    | 'document.rendered'
    | 'document.failed'
    | 'product.pushed'
    | 'product.published'
    | 'webhook.failing'
    | 'webhook.disabled'
    | 'webhook.test'
  )[]
  /** `thin` tells of an event as `GET /manage/events` does. `full` adds `record`: the policy, as your secret key is shown it in the moment of sending. */
  readonly payload: 'thin' | 'full'
  /** Three headers more, under names of your own, for receivers that expect such. The headers of Standard Webhooks are sent all the same. */
  readonly legacy_headers: {
    /** The header with the type of the event. */
    readonly event: string
    /** The header with the id of the event. */
    readonly delivery: string
    /** The header with `sha1=` and the HMAC-SHA1 of the body in hex, by the text of the secret. */
    readonly signature: string
  } | null
  /** Whether messages are sent. */
  readonly status: 'enabled' | 'disabled'
  /** `order`, `gone` (it answered 410) or `failing` (for two days nothing else came of it). */
  readonly disabled_because: string | null
  /** Since when every attempt has failed. */
  readonly failing_since: string | null
  /** When it was made. */
  readonly created_at: string
}

/** An endpoint with a new secret. */
export type NewWebhook = {
  /** The endpoint. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** Where messages are posted to. It takes https and leads to no private address, unless the operator has set `WEBHOOKS_PRIVATE=allow`. */
  readonly url: string
  /** What it is for. */
  readonly description: string
  /** The types of events that are told; with `*` among them it is all. */
  readonly events: readonly (
    | '*'
    | 'offer.created'
    | 'offer.expired'
    | 'policy.issued'
    | 'policy.endorsement_requested'
    | 'policy.endorsed'
    | 'policy.endorsement_failed'
    | 'policy.endorsement_proposed'
    | 'policy.cancellation_requested'
    | 'policy.cancelled'
    | 'policy.cancellation_failed'
    | 'policy.reinstatement_requested'
    | 'policy.reinstated'
    | 'policy.reinstatement_failed'
    | 'policy.reinstatement_proposed'
    | 'policy.proposal_preempted'
    | 'policy.proposal_lapsed'
    | 'policy.expired'
    | 'policy.renewed'
    | 'policy.suspended'
    | 'policy.resumed'
    | 'renewal.offered'
    | 'renewal.accepted'
    | 'renewal.declined'
    | 'renewal.blocked'
    | 'renewal.knocked_out'
    | 'renewal.voided'
    | 'dunning.opened'
    | 'dunning.reminded'
    | 'dunning.notice_sent'
    | 'dunning.notice_voided'
    | 'dunning.suspended'
    | 'dunning.lapsed'
    | 'dunning.cured'
    | 'dunning.ended'
    | 'dunning.held'
    | 'dunning.released'
    | 'invoice.issued'
    | 'invoice.settled'
    | 'invoice.reopened'
    | 'invoice.written_off'
    | 'payment.pending'
    | 'payment.ok'
    | 'payment.failed'
    | 'payment.late'
    | 'payment.in_doubt'
    | 'payment.resolved'
    | 'payment.charged_back'
    | 'receipt.recorded'
    | 'receipt.unmatched'
    | 'receipt.dismissed'
    | 'mandate.given'
    | 'mandate.replaced'
    | 'mandate.revoked'
    | 'mandate.declined'
    | 'refund.created'
    | 'refund.ok'
    | 'refund.failed'
    | 'refund.in_doubt'
    | 'refund.retried'
    | 'lead.created'
    | 'lead.expired'
    | 'document.rendered'
    | 'document.failed'
    | 'product.pushed'
    | 'product.published'
    | 'webhook.failing'
    | 'webhook.disabled'
    | 'webhook.test'
  )[]
  /** `thin` tells of an event as `GET /manage/events` does. `full` adds `record`: the policy, as your secret key is shown it in the moment of sending. */
  readonly payload: 'thin' | 'full'
  /** Three headers more, under names of your own, for receivers that expect such. The headers of Standard Webhooks are sent all the same. */
  readonly legacy_headers: {
    /** The header with the type of the event. */
    readonly event: string
    /** The header with the id of the event. */
    readonly delivery: string
    /** The header with `sha1=` and the HMAC-SHA1 of the body in hex, by the text of the secret. */
    readonly signature: string
  } | null
  /** Whether messages are sent. */
  readonly status: 'enabled' | 'disabled'
  /** `order`, `gone` (it answered 410) or `failing` (for two days nothing else came of it). */
  readonly disabled_because: string | null
  /** Since when every attempt has failed. */
  readonly failing_since: string | null
  /** When it was made. */
  readonly created_at: string
  /** The secret that messages are signed with. It is shown this once: a repeated request gets none. */
  readonly secret?: string
}

export type CreateWebhook = {
  /** Where messages are posted to. It takes https and leads to no private address, unless the operator has set `WEBHOOKS_PRIVATE=allow`. */
  readonly url: string
  /** What it is for. */
  readonly description?: string
  /** The types of events that are told; with `*` among them it is all. */
  readonly events?: readonly (
    | '*'
    | 'offer.created'
    | 'offer.expired'
    | 'policy.issued'
    | 'policy.endorsement_requested'
    | 'policy.endorsed'
    | 'policy.endorsement_failed'
    | 'policy.endorsement_proposed'
    | 'policy.cancellation_requested'
    | 'policy.cancelled'
    | 'policy.cancellation_failed'
    | 'policy.reinstatement_requested'
    | 'policy.reinstated'
    | 'policy.reinstatement_failed'
    | 'policy.reinstatement_proposed'
    | 'policy.proposal_preempted'
    | 'policy.proposal_lapsed'
    | 'policy.expired'
    | 'policy.renewed'
    | 'policy.suspended'
    | 'policy.resumed'
    | 'renewal.offered'
    | 'renewal.accepted'
    | 'renewal.declined'
    | 'renewal.blocked'
    | 'renewal.knocked_out'
    | 'renewal.voided'
    | 'dunning.opened'
    | 'dunning.reminded'
    | 'dunning.notice_sent'
    | 'dunning.notice_voided'
    | 'dunning.suspended'
    | 'dunning.lapsed'
    | 'dunning.cured'
    | 'dunning.ended'
    | 'dunning.held'
    | 'dunning.released'
    | 'invoice.issued'
    | 'invoice.settled'
    | 'invoice.reopened'
    | 'invoice.written_off'
    | 'payment.pending'
    | 'payment.ok'
    | 'payment.failed'
    | 'payment.late'
    | 'payment.in_doubt'
    | 'payment.resolved'
    | 'payment.charged_back'
    | 'receipt.recorded'
    | 'receipt.unmatched'
    | 'receipt.dismissed'
    | 'mandate.given'
    | 'mandate.replaced'
    | 'mandate.revoked'
    | 'mandate.declined'
    | 'refund.created'
    | 'refund.ok'
    | 'refund.failed'
    | 'refund.in_doubt'
    | 'refund.retried'
    | 'lead.created'
    | 'lead.expired'
    | 'document.rendered'
    | 'document.failed'
    | 'product.pushed'
    | 'product.published'
    | 'webhook.failing'
    | 'webhook.disabled'
    | 'webhook.test'
  )[]
  /** `thin` tells of an event as `GET /manage/events` does. `full` adds `record`: the policy, as your secret key is shown it in the moment of sending. */
  readonly payload?: 'thin' | 'full'
  /** Three headers more, under names of your own, for receivers that expect such. The headers of Standard Webhooks are sent all the same. */
  readonly legacy_headers?: {
    /** The header with the type of the event. */
    readonly event: string
    /** The header with the id of the event. */
    readonly delivery: string
    /** The header with `sha1=` and the HMAC-SHA1 of the body in hex, by the text of the secret. */
    readonly signature: string
  } | null
}

export type ChangeWebhook = {
  /** Where messages are posted to. It takes https and leads to no private address, unless the operator has set `WEBHOOKS_PRIVATE=allow`. */
  readonly url?: string
  /** What it is for. */
  readonly description?: string
  /** The types of events that are told; with `*` among them it is all. */
  readonly events?: readonly (
    | '*'
    | 'offer.created'
    | 'offer.expired'
    | 'policy.issued'
    | 'policy.endorsement_requested'
    | 'policy.endorsed'
    | 'policy.endorsement_failed'
    | 'policy.endorsement_proposed'
    | 'policy.cancellation_requested'
    | 'policy.cancelled'
    | 'policy.cancellation_failed'
    | 'policy.reinstatement_requested'
    | 'policy.reinstated'
    | 'policy.reinstatement_failed'
    | 'policy.reinstatement_proposed'
    | 'policy.proposal_preempted'
    | 'policy.proposal_lapsed'
    | 'policy.expired'
    | 'policy.renewed'
    | 'policy.suspended'
    | 'policy.resumed'
    | 'renewal.offered'
    | 'renewal.accepted'
    | 'renewal.declined'
    | 'renewal.blocked'
    | 'renewal.knocked_out'
    | 'renewal.voided'
    | 'dunning.opened'
    | 'dunning.reminded'
    | 'dunning.notice_sent'
    | 'dunning.notice_voided'
    | 'dunning.suspended'
    | 'dunning.lapsed'
    | 'dunning.cured'
    | 'dunning.ended'
    | 'dunning.held'
    | 'dunning.released'
    | 'invoice.issued'
    | 'invoice.settled'
    | 'invoice.reopened'
    | 'invoice.written_off'
    | 'payment.pending'
    | 'payment.ok'
    | 'payment.failed'
    | 'payment.late'
    | 'payment.in_doubt'
    | 'payment.resolved'
    | 'payment.charged_back'
    | 'receipt.recorded'
    | 'receipt.unmatched'
    | 'receipt.dismissed'
    | 'mandate.given'
    | 'mandate.replaced'
    | 'mandate.revoked'
    | 'mandate.declined'
    | 'refund.created'
    | 'refund.ok'
    | 'refund.failed'
    | 'refund.in_doubt'
    | 'refund.retried'
    | 'lead.created'
    | 'lead.expired'
    | 'document.rendered'
    | 'document.failed'
    | 'product.pushed'
    | 'product.published'
    | 'webhook.failing'
    | 'webhook.disabled'
    | 'webhook.test'
  )[]
  /** `thin` tells of an event as `GET /manage/events` does. `full` adds `record`: the policy, as your secret key is shown it in the moment of sending. */
  readonly payload?: 'thin' | 'full'
  /** Three headers more, under names of your own, for receivers that expect such. The headers of Standard Webhooks are sent all the same. */
  readonly legacy_headers?: {
    /** The header with the type of the event. */
    readonly event: string
    /** The header with the id of the event. */
    readonly delivery: string
    /** The header with `sha1=` and the HMAC-SHA1 of the body in hex, by the text of the secret. */
    readonly signature: string
  } | null
  /** Whether messages are sent. */
  readonly status?: 'enabled' | 'disabled'
}

export type RotateWebhook = {
  /** For how long messages are signed with the old secret as well; 24 by default. */
  readonly overlap_hours?: number
}

/** What is to be sent again. */
export type Resend = {
  /** One event, whether it was delivered or not. */
  readonly event_id?: string
  /** All deliveries that have not succeeded so far. */
  readonly failed?: true
  /** All events from this moment on, */
  readonly from?: string
  /** and before this one. */
  readonly until?: string
}

/** One attempt at telling an endpoint of an event. */
export type Attempt = {
  /** When it began. */
  readonly at: string
  /** How long it took until the answer had ended. */
  readonly duration_ms: number
  /** What was answered; null where there was no answer. */
  readonly status: number | null
  /** Why it does not count as delivered. */
  readonly failure: string | null
  /** The first kilobyte of the answer. */
  readonly answer: string | null
}

/** One event for one endpoint, from its first attempt on. */
export type Delivery = {
  /** The event, which is the `webhook-id` of its messages. */
  readonly id: string
  /** The type of the event. */
  readonly type:
    | 'offer.created'
    | 'offer.expired'
    | 'policy.issued'
    | 'policy.endorsement_requested'
    | 'policy.endorsed'
    | 'policy.endorsement_failed'
    | 'policy.endorsement_proposed'
    | 'policy.cancellation_requested'
    | 'policy.cancelled'
    | 'policy.cancellation_failed'
    | 'policy.reinstatement_requested'
    | 'policy.reinstated'
    | 'policy.reinstatement_failed'
    | 'policy.reinstatement_proposed'
    | 'policy.proposal_preempted'
    | 'policy.proposal_lapsed'
    | 'policy.expired'
    | 'policy.renewed'
    | 'policy.suspended'
    | 'policy.resumed'
    | 'renewal.offered'
    | 'renewal.accepted'
    | 'renewal.declined'
    | 'renewal.blocked'
    | 'renewal.knocked_out'
    | 'renewal.voided'
    | 'dunning.opened'
    | 'dunning.reminded'
    | 'dunning.notice_sent'
    | 'dunning.notice_voided'
    | 'dunning.suspended'
    | 'dunning.lapsed'
    | 'dunning.cured'
    | 'dunning.ended'
    | 'dunning.held'
    | 'dunning.released'
    | 'invoice.issued'
    | 'invoice.settled'
    | 'invoice.reopened'
    | 'invoice.written_off'
    | 'payment.pending'
    | 'payment.ok'
    | 'payment.failed'
    | 'payment.late'
    | 'payment.in_doubt'
    | 'payment.resolved'
    | 'payment.charged_back'
    | 'receipt.recorded'
    | 'receipt.unmatched'
    | 'receipt.dismissed'
    | 'mandate.given'
    | 'mandate.replaced'
    | 'mandate.revoked'
    | 'mandate.declined'
    | 'refund.created'
    | 'refund.ok'
    | 'refund.failed'
    | 'refund.in_doubt'
    | 'refund.retried'
    | 'lead.created'
    | 'lead.expired'
    | 'document.rendered'
    | 'document.failed'
    | 'product.pushed'
    | 'product.published'
    | 'webhook.failing'
    | 'webhook.disabled'
    | 'webhook.test'
  /** `waiting` is tried again, `parked` only when it is ordered to be sent again. */
  readonly status: 'delivered' | 'waiting' | 'parked'
  /** How often it has failed since it was last ordered. */
  readonly failures: number
  /** When it is tried next. */
  readonly next_attempt_at: string | null
  /** The last twenty attempts, oldest first. */
  readonly attempts: readonly Attempt[]
}

/** An endpoint that something is sent to again. */
export type Resent = {
  /** The endpoint. */
  readonly id: string
  /** True for live, false for test. */
  readonly livemode: boolean
  /** Where messages are posted to. It takes https and leads to no private address, unless the operator has set `WEBHOOKS_PRIVATE=allow`. */
  readonly url: string
  /** What it is for. */
  readonly description: string
  /** The types of events that are told; with `*` among them it is all. */
  readonly events: readonly (
    | '*'
    | 'offer.created'
    | 'offer.expired'
    | 'policy.issued'
    | 'policy.endorsement_requested'
    | 'policy.endorsed'
    | 'policy.endorsement_failed'
    | 'policy.endorsement_proposed'
    | 'policy.cancellation_requested'
    | 'policy.cancelled'
    | 'policy.cancellation_failed'
    | 'policy.reinstatement_requested'
    | 'policy.reinstated'
    | 'policy.reinstatement_failed'
    | 'policy.reinstatement_proposed'
    | 'policy.proposal_preempted'
    | 'policy.proposal_lapsed'
    | 'policy.expired'
    | 'policy.renewed'
    | 'policy.suspended'
    | 'policy.resumed'
    | 'renewal.offered'
    | 'renewal.accepted'
    | 'renewal.declined'
    | 'renewal.blocked'
    | 'renewal.knocked_out'
    | 'renewal.voided'
    | 'dunning.opened'
    | 'dunning.reminded'
    | 'dunning.notice_sent'
    | 'dunning.notice_voided'
    | 'dunning.suspended'
    | 'dunning.lapsed'
    | 'dunning.cured'
    | 'dunning.ended'
    | 'dunning.held'
    | 'dunning.released'
    | 'invoice.issued'
    | 'invoice.settled'
    | 'invoice.reopened'
    | 'invoice.written_off'
    | 'payment.pending'
    | 'payment.ok'
    | 'payment.failed'
    | 'payment.late'
    | 'payment.in_doubt'
    | 'payment.resolved'
    | 'payment.charged_back'
    | 'receipt.recorded'
    | 'receipt.unmatched'
    | 'receipt.dismissed'
    | 'mandate.given'
    | 'mandate.replaced'
    | 'mandate.revoked'
    | 'mandate.declined'
    | 'refund.created'
    | 'refund.ok'
    | 'refund.failed'
    | 'refund.in_doubt'
    | 'refund.retried'
    | 'lead.created'
    | 'lead.expired'
    | 'document.rendered'
    | 'document.failed'
    | 'product.pushed'
    | 'product.published'
    | 'webhook.failing'
    | 'webhook.disabled'
    | 'webhook.test'
  )[]
  /** `thin` tells of an event as `GET /manage/events` does. `full` adds `record`: the policy, as your secret key is shown it in the moment of sending. */
  readonly payload: 'thin' | 'full'
  /** Three headers more, under names of your own, for receivers that expect such. The headers of Standard Webhooks are sent all the same. */
  readonly legacy_headers: {
    /** The header with the type of the event. */
    readonly event: string
    /** The header with the id of the event. */
    readonly delivery: string
    /** The header with `sha1=` and the HMAC-SHA1 of the body in hex, by the text of the secret. */
    readonly signature: string
  } | null
  /** Whether messages are sent. */
  readonly status: 'enabled' | 'disabled'
  /** `order`, `gone` (it answered 410) or `failing` (for two days nothing else came of it). */
  readonly disabled_because: string | null
  /** Since when every attempt has failed. */
  readonly failing_since: string | null
  /** When it was made. */
  readonly created_at: string
  /** True where nothing was found that is to be sent again. */
  readonly is_nothing: boolean
}

/** How an endpoint took a message. */
export type WebhookTest = {
  /** The `webhook-id` of the message. */
  readonly event_id: string
  /** Whether it was answered as an endpoint has to. */
  readonly delivered: boolean
  readonly attempt: Attempt
}

/** What a webhook is told: the event as the feed when it. */
export type WebhookMessage = Event & {
  /** Where the webhook asks for it (`payload` is `full`): the policy as the key of its account is shown it in the moment of sending. Null for what concerns no policy. */
  readonly record?: {
    readonly [name: string]: unknown
  } | null
}

/** An offer was made. */
export type OfferCreatedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'offer.created'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** How it stands. */
    readonly status: 'ready'
    /** The first version of the policy that it becomes. */
    readonly version_id: string
  }
}

/** An offer was not paid in time. */
export type OfferExpiredEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'offer.expired'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** How it stands now. */
    readonly status: 'expired'
  }
}

/** An offer was paid: there is a policy. */
export type PolicyIssuedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'policy.issued'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** How it stands now. */
    readonly status: 'paid'
    /** The version that holds. */
    readonly version_id: string
  }
}

/** A change was ordered. */
export type PolicyEndorsementRequestedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'policy.endorsement_requested'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The version of the policy that the order is. */
    readonly version_id: string
  }
}

/** A change was carried out. */
export type PolicyEndorsedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'policy.endorsed'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The version of the policy that the order is. */
    readonly version_id: string
    /** From which day on it counts. */
    readonly effective_date: string
  }
}

/** A change could not be carried out. */
export type PolicyEndorsementFailedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'policy.endorsement_failed'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The version of the policy that the order is. */
    readonly version_id: string
    /** Why it failed. */
    readonly reason: string
  }
}

/** A change waits until it is paid for. */
export type PolicyEndorsementProposedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'policy.endorsement_proposed'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The version of the policy that the order is. */
    readonly version_id: string
    /** From which day on it counts. */
    readonly effective_date: string
    /** What has to be paid for it. In whole minor units. */
    readonly amount: number
    /** How much of that is for what was owed before. In whole minor units. */
    readonly arrears?: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The last day on which it can be paid. */
    readonly pay_until: string
  }
}

/** A cancellation was ordered. */
export type PolicyCancellationRequestedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'policy.cancellation_requested'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The version of the policy that the order is. */
    readonly version_id: string
  }
}

/** A policy was cancelled. */
export type PolicyCancelledEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'policy.cancelled'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The version of the policy that the order is. */
    readonly version_id: string
    /** The last day of cover. */
    readonly termination_date: string
  }
}

/** A cancellation could not be carried out. */
export type PolicyCancellationFailedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'policy.cancellation_failed'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The version of the policy that the order is. */
    readonly version_id: string
    /** Why it failed. */
    readonly reason: string
  }
}

/** A reinstatement was ordered. */
export type PolicyReinstatementRequestedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'policy.reinstatement_requested'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The version of the policy that the order is. */
    readonly version_id: string
  }
}

/** A policy that was cancelled holds again. */
export type PolicyReinstatedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'policy.reinstated'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The version of the policy that the order is. */
    readonly version_id: string
    /** The last day without cover; null where cover has no gap. */
    readonly gap_until: string | null
  }
}

/** A reinstatement could not be carried out. */
export type PolicyReinstatementFailedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'policy.reinstatement_failed'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The version of the policy that the order is. */
    readonly version_id: string
    /** Why it failed. */
    readonly reason: string
  }
}

/** A reinstatement waits until it is paid for. */
export type PolicyReinstatementProposedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'policy.reinstatement_proposed'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The version of the policy that the order is. */
    readonly version_id: string
    /** The last day without cover; null where cover has no gap. */
    readonly gap_until: string | null
    /** What has to be paid for it. In whole minor units. */
    readonly amount: number
    /** How much of that is for what was owed before. In whole minor units. */
    readonly arrears?: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The last day on which it can be paid. */
    readonly pay_until: string
  }
}

/** What was proposed is over: another version came first. */
export type PolicyProposalPreemptedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'policy.proposal_preempted'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The version of the policy that the order is. */
    readonly version_id: string
    /** The version that came first. */
    readonly preempted_by: string
  }
}

/** What was proposed was not paid in time. */
export type PolicyProposalLapsedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'policy.proposal_lapsed'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The version of the policy that the order is. */
    readonly version_id: string
  }
}

/** The last day of a policy is over. */
export type PolicyExpiredEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'policy.expired'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** How it stands now. */
    readonly status: 'expired'
  }
}

/** A policy has another term. */
export type PolicyRenewedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'policy.renewed'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The version of the policy that the order is. */
    readonly version_id: string
    /** From which day on it counts. */
    readonly effective_date: string
  }
}

/** There is no cover until what is overdue is paid. */
export type PolicySuspendedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'policy.suspended'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The version of the policy that the order is. */
    readonly version_id: string
    /** From which day on it counts. */
    readonly effective_date: string
  }
}

/** What was suspended is covered again. */
export type PolicyResumedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'policy.resumed'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The version of the policy that the order is. */
    readonly version_id: string
    /** From which day on it counts. */
    readonly effective_date: string
  }
}

/** The next term was priced and told. */
export type RenewalOfferedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'renewal.offered'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The first day of the next term. */
    readonly first_day: string
    /** Its last day; null where it has none. */
    readonly last_day: string | null
    /** What a payment of the next term is. In whole minor units. */
    readonly gross_payment_amount: number
    /** What it is in this term. In whole minor units. */
    readonly gross_payment_amount_before: number
    /** The version of the product that it was priced with. */
    readonly product_version_id: string
  }
}

/** The next term was accepted. */
export type RenewalAcceptedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'renewal.accepted'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The first day of the next term. */
    readonly first_day: string
    /** What a payment of the next term is; null without a price. In whole minor units. */
    readonly gross_payment_amount: number | null
    /** Who decided it. */
    readonly by: 'customer' | 'insurer' | 'distributor'
  }
}

/** The next term was declined: the policy ends. */
export type RenewalDeclinedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'renewal.declined'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The first day of the next term. */
    readonly first_day: string
    /** What a payment of the next term is; null without a price. In whole minor units. */
    readonly gross_payment_amount: number | null
    /** Who decided it. */
    readonly by: 'customer' | 'insurer' | 'distributor'
  }
}

/** The next term could not be priced or carried out. */
export type RenewalBlockedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'renewal.blocked'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The first day of the next term. */
    readonly first_day: string
    /** Its last day; null where it has none. */
    readonly last_day: string | null
    /** The codes of what stands in its way. */
    readonly problems: readonly string[]
  }
}

/** The product does not renew this policy. */
export type RenewalKnockedOutEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'renewal.knocked_out'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The first day of the next term. */
    readonly first_day: string
    /** Its last day; null where it has none. */
    readonly last_day: string | null
    /** The codes of what stands in its way. */
    readonly problems: readonly string[]
  }
}

/** The next term is gone: the policy was cancelled. */
export type RenewalVoidedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'renewal.voided'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The first day of the next term. */
    readonly first_day: string
    /** Its last day; null where it has none. */
    readonly last_day: string | null
  }
}

/** Something of a policy is overdue. */
export type DunningOpenedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'dunning.opened'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The policy that it belongs to. */
    readonly policy_id: string
    /** How much. In whole minor units. */
    readonly overdue: number
    /** The currency, for example `eur`. */
    readonly currency: string
  }
}

/** The customer was reminded. */
export type DunningRemindedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'dunning.reminded'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The policy that it belongs to. */
    readonly policy_id: string
    /** The letter. */
    readonly letter_id: string
    /** Which of its kind it is in the case. */
    readonly number: number
    /** What it asks for. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
  }
}

/** The customer was told the last day for paying. */
export type DunningNoticeSentEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'dunning.notice_sent'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The policy that it belongs to. */
    readonly policy_id: string
    /** The letter. */
    readonly letter_id: string
    /** Which of its kind it is in the case. */
    readonly number: number
    /** What it asks for. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** That day. */
    readonly grace_until: string
  }
}

/** A notice was wrong, and does not count. */
export type DunningNoticeVoidedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'dunning.notice_voided'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The policy that it belongs to. */
    readonly policy_id: string
    /** The notice. */
    readonly letter_id: string
    /** What was wrong with it. */
    readonly reason: string
  }
}

/** There is no cover until what is overdue is paid. */
export type DunningSuspendedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'dunning.suspended'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The policy that it belongs to. */
    readonly policy_id: string
    /** The letter. */
    readonly letter_id: string
    /** Which of its kind it is in the case. */
    readonly number: number
    /** What it asks for. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The version that takes the cover. */
    readonly version_id: string
    /** The last day of cover. */
    readonly cover_until: string
    /** The last day on which paying brings it back: then the policy lapses. */
    readonly pay_until: string
  }
}

/** A policy ended because it was not paid for. */
export type DunningLapsedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'dunning.lapsed'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The policy that it belongs to. */
    readonly policy_id: string
    /** The letter. */
    readonly letter_id: string
    /** Which of its kind it is in the case. */
    readonly number: number
    /** What it asks for. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The version that ends it. */
    readonly version_id: string
    /** The last day of cover. */
    readonly cover_until: string
  }
}

/** What was overdue is settled. */
export type DunningCuredEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'dunning.cured'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The policy that it belongs to. */
    readonly policy_id: string
    /** How far it had come. */
    readonly step: 'overdue' | 'reminded' | 'notice_sent' | 'suspended'
  }
}

/** A case was closed: the cover is over for another reason. */
export type DunningEndedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'dunning.ended'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The policy that it belongs to. */
    readonly policy_id: string
    /** How far it had come. */
    readonly step: 'overdue' | 'reminded' | 'notice_sent' | 'suspended'
  }
}

/** Dunning was stopped until a day is over. */
export type DunningHeldEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'dunning.held'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The policy that is held. */
    readonly policy_id?: string
    /** The product that is held. */
    readonly product_id?: string
    /** The last day of the hold. */
    readonly until: string
  }
}

/** A hold of dunning was ended before its day. */
export type DunningReleasedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'dunning.released'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The policy that is held. */
    readonly policy_id?: string
    /** The product that is held. */
    readonly product_id?: string
    /** The last day of the hold. */
    readonly until: string
  }
}

/** An invoice or a credit note was made. That of a sale comes with `policy.issued`. */
export type InvoiceIssuedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'invoice.issued'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The policy that it belongs to. */
    readonly policy_id: string
    /** The currency, for example `eur`. */
    readonly currency: string
    /** What it is for. */
    readonly kind: 'sale' | 'transaction' | 'instalment' | 'credit_note' | 'fee'
    /** Its total: what it asks for, or what a credit note gives back. In whole minor units. */
    readonly amount: number
    /** The day on which it is due; a credit note has none. */
    readonly due_day?: string
  }
}

/** Nothing of an invoice is open any more. */
export type InvoiceSettledEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'invoice.settled'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The policy that it belongs to. */
    readonly policy_id: string
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The payment that settled it; null where credit did. */
    readonly payment_id: string | null
    /** The version whose order left nothing of it open. */
    readonly version_id?: string
  }
}

/** Money was taken back: the invoice is owed again. */
export type InvoiceReopenedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'invoice.reopened'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The policy that it belongs to. */
    readonly policy_id: string
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The payment that was taken back. */
    readonly payment_id: string
    /** What is open again. In whole minor units. */
    readonly amount: number
  }
}

/** What an invoice has open was given up. */
export type InvoiceWrittenOffEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'invoice.written_off'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The policy that it belongs to. */
    readonly policy_id: string
    /** The currency, for example `eur`. */
    readonly currency: string
    /** What was given up. In whole minor units. */
    readonly amount: number
  }
}

/** A payment was begun, and its provider is asked. */
export type PaymentPendingEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'payment.pending'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The policy that it belongs to. */
    readonly policy_id: string
    /** How much it is. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** Who takes it, for example `invoice`. */
    readonly provider: string
  }
}

/** A payment was made. */
export type PaymentOkEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'payment.ok'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The policy that it belongs to. */
    readonly policy_id: string
    /** How much it is. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** Who takes it, for example `invoice`. */
    readonly provider: string
    /** True where it is promised, and received later. */
    readonly on_account?: boolean
  }
}

/** A payment was not made. */
export type PaymentFailedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'payment.failed'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The policy that it belongs to. */
    readonly policy_id: string
    /** How much it is. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** Who takes it, for example `invoice`. */
    readonly provider: string
    /** Why, as the provider says it. */
    readonly error_code: string
  }
}

/** Money came for a payment that had failed. */
export type PaymentLateEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'payment.late'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The policy that it belongs to. */
    readonly policy_id: string
    /** How much it is. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** Who takes it, for example `invoice`. */
    readonly provider: string
    /** Whether it still pays; otherwise it is given back. */
    readonly applied: boolean
  }
}

/** Nobody knows whether a payment was made: a person has to look. */
export type PaymentInDoubtEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'payment.in_doubt'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The policy that it belongs to. */
    readonly policy_id: string
    /** How much it is. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** Who takes it, for example `invoice`. */
    readonly provider: string
    /** What is wrong with it. */
    readonly why: 'unconfirmed' | 'contradicted'
  }
}

/** A person has said how a payment ended. */
export type PaymentResolvedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'payment.resolved'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The policy that it belongs to. */
    readonly policy_id: string
    /** How much it is. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** Who takes it, for example `invoice`. */
    readonly provider: string
    /** How it ended. */
    readonly outcome: 'ok' | 'failed'
  }
}

/** The money of a payment was taken back. */
export type PaymentChargedBackEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'payment.charged_back'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The policy that it belongs to. */
    readonly policy_id: string
    /** How much it is. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** Who takes it, for example `invoice`. */
    readonly provider: string
  }
}

/** Money that came by itself was posted for an invoice. */
export type ReceiptRecordedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'receipt.recorded'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The policy that it belongs to. */
    readonly policy_id: string
    /** The invoice that it was posted for. */
    readonly invoice_id: string
    /** How much it is. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The day on which it came. */
    readonly received_on: string
  }
}

/** Nobody knows what money of a bank file is for. */
export type ReceiptUnmatchedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'receipt.unmatched'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** Why it was matched with no invoice. */
    readonly why:
      | 'no_number'
      | 'unknown_number'
      | 'several_numbers'
      | 'other_currency'
      | 'invoice_settled'
    /** How much it is. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The day on which it came. */
    readonly received_on: string
  }
}

/** A person has said that money of a bank file is for no invoice. */
export type ReceiptDismissedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'receipt.dismissed'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** How much it is. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** The day on which it came. */
    readonly received_on: string
  }
}

/** The next instalments can be taken. */
export type MandateGivenEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'mandate.given'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The policy that it belongs to. */
    readonly policy_id: string
    /** Who takes payments by it. */
    readonly provider: string
    /** How they are taken, for example `card`. */
    readonly method: string | null
    /** The payment that gave it. */
    readonly payment_id: string
  }
}

/** Another mandate has taken its place. */
export type MandateReplacedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'mandate.replaced'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The policy that it belongs to. */
    readonly policy_id: string
    /** Who takes payments by it. */
    readonly provider: string
    /** How they are taken, for example `card`. */
    readonly method: string | null
    /** The payment that gave it. */
    readonly payment_id: string
  }
}

/** The customer has revoked it. */
export type MandateRevokedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'mandate.revoked'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The policy that it belongs to. */
    readonly policy_id: string
    /** Who takes payments by it. */
    readonly provider: string
    /** How they are taken, for example `card`. */
    readonly method: string | null
    /** The payment that gave it. */
    readonly payment_id: string
  }
}

/** Its provider takes nothing by it any more. */
export type MandateDeclinedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'mandate.declined'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The policy that it belongs to. */
    readonly policy_id: string
    /** Who takes payments by it. */
    readonly provider: string
    /** How they are taken, for example `card`. */
    readonly method: string | null
    /** The payment that gave it. */
    readonly payment_id: string
  }
}

/** Money is to be given back. */
export type RefundCreatedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'refund.created'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The policy that it belongs to. */
    readonly policy_id: string
    /** The payment that it gives back. */
    readonly payment_id: string
    /** How much it gives back. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
  }
}

/** Money was given back. */
export type RefundOkEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'refund.ok'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The policy that it belongs to. */
    readonly policy_id: string
    /** The payment that it gives back. */
    readonly payment_id: string
    /** How much it gives back. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** True where a person has done it. */
    readonly by_hand?: boolean
  }
}

/** Money could not be given back. */
export type RefundFailedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'refund.failed'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The policy that it belongs to. */
    readonly policy_id: string
    /** The payment that it gives back. */
    readonly payment_id: string
    /** How much it gives back. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** Why, as the provider says it. */
    readonly error_code: string
  }
}

/** Nobody knows whether money was given back. */
export type RefundInDoubtEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'refund.in_doubt'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The policy that it belongs to. */
    readonly policy_id: string
    /** The payment that it gives back. */
    readonly payment_id: string
    /** How much it gives back. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** What is wrong with it. */
    readonly why: 'unconfirmed' | 'failed'
  }
}

/** A refund that failed is tried again. */
export type RefundRetriedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'refund.retried'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The policy that it belongs to. */
    readonly policy_id: string
    /** The payment that it gives back. */
    readonly payment_id: string
    /** How much it gives back. In whole minor units. */
    readonly amount: number
    /** The currency, for example `eur`. */
    readonly currency: string
    /** Which attempt this is. */
    readonly attempt: number
  }
}

/** A customer has saved a sale to go on with it later. */
export type LeadCreatedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'lead.created'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The item that is to be insured. */
    readonly item_id: string
  }
}

/** A saved sale was not gone on with, and is forgotten. */
export type LeadExpiredEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'lead.expired'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: Record<string, never>
}

/** A document is ready. */
export type DocumentRenderedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'document.rendered'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The version that it is of; left out where that is an invoice. */
    readonly version_id?: string
    /** The invoice that it is; left out for all others. */
    readonly invoice_id?: string
    /** What it was made for. */
    readonly occasion:
      | 'offer'
      | 'policy'
      | 'endorsement'
      | 'cancellation'
      | 'reinstatement'
      | 'invoice'
      | 'credit_note'
      | 'renewal_notice'
      | 'reminder'
      | 'notice'
      | 'suspension'
      | 'lapse'
    /** Which document it is. */
    readonly designation: string
    /** Its language. */
    readonly language: string
    /** SHA-256 of its content, which never changes. */
    readonly content_hash: string
    /** How long it is. */
    readonly bytes: number
  }
}

/** A document could not be made. */
export type DocumentFailedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'document.failed'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The version that it is of; left out where that is an invoice. */
    readonly version_id?: string
    /** The invoice that it is; left out for all others. */
    readonly invoice_id?: string
    /** What it was made for. */
    readonly occasion:
      | 'offer'
      | 'policy'
      | 'endorsement'
      | 'cancellation'
      | 'reinstatement'
      | 'invoice'
      | 'credit_note'
      | 'renewal_notice'
      | 'reminder'
      | 'notice'
      | 'suspension'
      | 'lapse'
    /** Which document it is. */
    readonly designation: string
    /** Its language. */
    readonly language: string
    /** Where and why. */
    readonly reason: string
  }
}

/** A version of a product is for sale in test mode. */
export type ProductPushedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'product.pushed'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The version of the product. */
    readonly product_version_id: string
  }
}

/** A version of a product is for sale. */
export type ProductPublishedEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'product.published'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** The version of the product. */
    readonly product_version_id: string
  }
}

/** A webhook has only failed for a day. */
export type WebhookFailingEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'webhook.failing'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** Since when it only fails; null where it does not. */
    readonly failing_since: string | null
  }
}

/** A webhook is told nothing any more. */
export type WebhookDisabledEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'webhook.disabled'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: {
    /** Since when it only fails; null where it does not. */
    readonly failing_since: string | null
    /** Why it was disabled. */
    readonly because: 'order' | 'gone' | 'failing'
  }
}

/** Nothing has happened: somebody tries out a webhook. */
export type WebhookTestEvent = WebhookMessage & {
  /** What happened. */
  readonly type: 'webhook.test'
  /** Which form `data` has. */
  readonly data_version: 1
  /** More about it; never about a person. */
  readonly data: Record<string, never>
}

/** Everything that a webhook is told, by its `type`. Later releases tell of more types. */
export type WebhookEvent =
  | OfferCreatedEvent
  | OfferExpiredEvent
  | PolicyIssuedEvent
  | PolicyEndorsementRequestedEvent
  | PolicyEndorsedEvent
  | PolicyEndorsementFailedEvent
  | PolicyEndorsementProposedEvent
  | PolicyCancellationRequestedEvent
  | PolicyCancelledEvent
  | PolicyCancellationFailedEvent
  | PolicyReinstatementRequestedEvent
  | PolicyReinstatedEvent
  | PolicyReinstatementFailedEvent
  | PolicyReinstatementProposedEvent
  | PolicyProposalPreemptedEvent
  | PolicyProposalLapsedEvent
  | PolicyExpiredEvent
  | PolicyRenewedEvent
  | PolicySuspendedEvent
  | PolicyResumedEvent
  | RenewalOfferedEvent
  | RenewalAcceptedEvent
  | RenewalDeclinedEvent
  | RenewalBlockedEvent
  | RenewalKnockedOutEvent
  | RenewalVoidedEvent
  | DunningOpenedEvent
  | DunningRemindedEvent
  | DunningNoticeSentEvent
  | DunningNoticeVoidedEvent
  | DunningSuspendedEvent
  | DunningLapsedEvent
  | DunningCuredEvent
  | DunningEndedEvent
  | DunningHeldEvent
  | DunningReleasedEvent
  | InvoiceIssuedEvent
  | InvoiceSettledEvent
  | InvoiceReopenedEvent
  | InvoiceWrittenOffEvent
  | PaymentPendingEvent
  | PaymentOkEvent
  | PaymentFailedEvent
  | PaymentLateEvent
  | PaymentInDoubtEvent
  | PaymentResolvedEvent
  | PaymentChargedBackEvent
  | ReceiptRecordedEvent
  | ReceiptUnmatchedEvent
  | ReceiptDismissedEvent
  | MandateGivenEvent
  | MandateReplacedEvent
  | MandateRevokedEvent
  | MandateDeclinedEvent
  | RefundCreatedEvent
  | RefundOkEvent
  | RefundFailedEvent
  | RefundInDoubtEvent
  | RefundRetriedEvent
  | LeadCreatedEvent
  | LeadExpiredEvent
  | DocumentRenderedEvent
  | DocumentFailedEvent
  | ProductPushedEvent
  | ProductPublishedEvent
  | WebhookFailingEvent
  | WebhookDisabledEvent
  | WebhookTestEvent

/** The types of events that this release knows. */
export const eventTypes: readonly WebhookEvent['type'][] = [
  'offer.created',
  'offer.expired',
  'policy.issued',
  'policy.endorsement_requested',
  'policy.endorsed',
  'policy.endorsement_failed',
  'policy.endorsement_proposed',
  'policy.cancellation_requested',
  'policy.cancelled',
  'policy.cancellation_failed',
  'policy.reinstatement_requested',
  'policy.reinstated',
  'policy.reinstatement_failed',
  'policy.reinstatement_proposed',
  'policy.proposal_preempted',
  'policy.proposal_lapsed',
  'policy.expired',
  'policy.renewed',
  'policy.suspended',
  'policy.resumed',
  'renewal.offered',
  'renewal.accepted',
  'renewal.declined',
  'renewal.blocked',
  'renewal.knocked_out',
  'renewal.voided',
  'dunning.opened',
  'dunning.reminded',
  'dunning.notice_sent',
  'dunning.notice_voided',
  'dunning.suspended',
  'dunning.lapsed',
  'dunning.cured',
  'dunning.ended',
  'dunning.held',
  'dunning.released',
  'invoice.issued',
  'invoice.settled',
  'invoice.reopened',
  'invoice.written_off',
  'payment.pending',
  'payment.ok',
  'payment.failed',
  'payment.late',
  'payment.in_doubt',
  'payment.resolved',
  'payment.charged_back',
  'receipt.recorded',
  'receipt.unmatched',
  'receipt.dismissed',
  'mandate.given',
  'mandate.replaced',
  'mandate.revoked',
  'mandate.declined',
  'refund.created',
  'refund.ok',
  'refund.failed',
  'refund.in_doubt',
  'refund.retried',
  'lead.created',
  'lead.expired',
  'document.rendered',
  'document.failed',
  'product.pushed',
  'product.published',
  'webhook.failing',
  'webhook.disabled',
  'webhook.test',
]

/** Every operation: what goes in, and what comes out on success, by status. */
export interface Operations {
  /**
   * View the form of an integration
   *
   * What a front end needs to sell: items, questions with their rules, payment plans and languages. May be kept for a minute; `If-None-Match` with the `ETag` is answered 304 while nothing has changed.
   */
  readonly showForm: {
    readonly method: 'GET'
    readonly path: '/integrations/{integrationId}/form'
    readonly params: {
      /** The integration. */
      readonly integrationId: string
    }
    readonly query: {
      /** `"true"` for the newest published product, `"false"` for the newest draft. Drafts need a test key. */
      readonly live_product?: 'true' | 'false'
      /** `"true"` for the newest published integration, `"false"` for the newest draft. Drafts need a test key. */
      readonly live_integration?: 'true' | 'false'
      /** A certain version of the product; wins over `live_product`. Drafts need a test key. */
      readonly product_version_id?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Form
    }
  }
  /**
   * Create a quote
   *
   * Prices the customer's answers and returns a token that an offer redeems. A quote may lead to several offers; how long it is valid is up to the product, 30 days unless it says otherwise.
   *
   * With `policy_id` and a secret key, or the token of a link for a change, it is a quote for a change of that policy: the answers that hold on `effective_date`, with those of `data` laid over them. Only what the product lists in `quote_patch` may differ. The answer has `change` besides, with what it would come to.
   *
   * Requires the header `Accept: application/vnd.bindery.v3+json`.
   */
  readonly createQuote: {
    readonly method: 'POST'
    readonly path: '/quotes'
    readonly params: undefined
    readonly query: undefined
    readonly headers: {
      /** A test clock, in test mode only: the sale is made at the moment that it shows, and lives by it. */
      readonly 'test-clock'?: string
      /** The token of a link for a change of this policy, with a public key. */
      readonly 'endorsement-token'?: string
    }
    readonly body: CreateQuote
    readonly answer: {
      readonly 200: Quote
    }
  }
  /**
   * Save a sale to go on later
   *
   * Keeps what a customer has entered so far, as it is sent, for as long as a quote of the product lasts; then it is forgotten. The `id` becomes the `sales_lead_id` of the offer.
   *
   * Takes the header `Accept: application/vnd.bindery.v2+json`; another version is refused.
   */
  readonly createLead: {
    readonly method: 'POST'
    readonly path: '/leads'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: CreateLead
    readonly answer: {
      readonly 200: CreatedLead
    }
  }
  /**
   * View a saved sale
   *
   * With a secret key, or with a public key and the token of the lead in the header `Lead-Token`.
   *
   * Takes the header `Accept: application/vnd.bindery.v2+json`; another version is refused.
   */
  readonly showLead: {
    readonly method: 'GET'
    readonly path: '/leads/{leadId}'
    readonly params: {
      /** The lead. */
      readonly leadId: string
    }
    readonly query: undefined
    readonly headers: {
      /** The token that it was saved with; a secret key needs none. */
      readonly 'lead-token'?: string
    }
    readonly body: undefined
    readonly answer: {
      readonly 200: Lead
    }
  }
  /**
   * Create an offer
   *
   * Makes an unpaid policy from a quote token and the policy data. Pay for it with the `payment_token` before it expires.
   *
   * Requires the header `Accept: application/vnd.bindery.v2+json`.
   */
  readonly createOffer: {
    readonly method: 'POST'
    readonly path: '/policies'
    readonly params: undefined
    readonly query: undefined
    readonly headers: {
      /** A test clock, in test mode only: the sale is made at the moment that it shows, and lives by it. */
      readonly 'test-clock'?: string
    }
    readonly body: CreateOffer
    readonly answer: {
      readonly 200: CreatedOffer
    }
  }
  /**
   * View an offer
   *
   * The whole offer, also after it has become a policy.
   *
   * Takes the header `Accept: application/vnd.bindery.v2+json`; another version is refused.
   */
  readonly showOffer: {
    readonly method: 'GET'
    readonly path: '/offers/{offerId}'
    readonly params: {
      /** The offer. */
      readonly offerId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Offer
    }
  }
  /**
   * Pay for an offer
   *
   * Converts an offer into a paid policy, makes a version hold that was `proposed`, or pays an open invoice, with the token of each. What is paid for an invoice is what is open of it; the token of the offer pays its own invoice again after a charge-back. A payment by card lets the next instalments be collected from it. With `status` `ok` the policy is issued; with `pending` the provider decides later, and where it needs the customer first there is a `next_action`; with `failed` the offer can be paid for again.
   *
   * Takes the header `Accept: application/vnd.bindery.v2+json`; another version is refused.
   */
  readonly createPayment: {
    readonly method: 'POST'
    readonly path: '/payments'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: CreatePayment
    readonly answer: {
      readonly 200: CreatedPayment
    }
  }
  /**
   * View a payment
   *
   * A secret key gets the whole payment (`Payment`), with what was refunded of it. A public key that shows the token that the payment was made with, in the header `Payment-Token`, gets what a page needs to go on (`PublicPayment`).
   *
   * Takes the header `Accept: application/vnd.bindery.v2+json`; another version is refused.
   */
  readonly showPayment: {
    readonly method: 'GET'
    readonly path: '/payments/{paymentId}'
    readonly params: {
      /** The payment. */
      readonly paymentId: string
    }
    readonly query: undefined
    readonly headers: {
      /** The token that it was made with; a secret key needs none. */
      readonly 'payment-token'?: string
    }
    readonly body: undefined
    readonly answer: {
      readonly 200: Payment | PublicPayment
    }
  }
  /**
   * Give up a pending payment
   *
   * For a customer who waits for a bank and chooses another way to pay. The provider is asked to never make the charge: with `status` `failed` the offer can be paid for again, with `ok` the charge was made already, with `pending` the provider has not answered. Said again, or of a payment that is not pending, it changes nothing.
   *
   * Takes the header `Accept: application/vnd.bindery.v2+json`; another version is refused.
   */
  readonly voidPayment: {
    readonly method: 'POST'
    readonly path: '/payments/{paymentId}/void'
    readonly params: {
      /** The payment. */
      readonly paymentId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: VoidPayment
    readonly answer: {
      readonly 200: CreatedPayment
    }
  }
  /**
   * View a policy
   *
   * A secret key gets the whole policy (`Policy`) with its version as `ETag`, a public key only the public part (`PublicPolicy`). An offer that is not paid for yet can be viewed too.
   *
   * A secret key may ask for the policy as of another day, and for what was known of it at a moment in the past: what was ordered later is then left out. Such a view has no `ETag`.
   *
   * `_links` of the whole policy name what can be ordered of it now: `change` is a `PATCH` of it, `cancel` and `reactivate` are a `POST`. Where anything can be ordered, `preview` is where what it would come to is asked for first.
   *
   * Takes the header `Accept: application/vnd.bindery.v2+json`; another version is refused.
   */
  readonly showPolicy: {
    readonly method: 'GET'
    readonly path: '/policies/{policyId}'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: {
      /** The day whose data, price and status are wanted, such as `2029-03-01`; before the first day of cover those of the first, after the last those of the last. */
      readonly as_of?: string
      /** A moment in the past, such as `2029-01-15T12:00:00Z`: what was ordered after it is left out. Before the offer was made, there was no policy. */
      readonly known_at?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Policy | PublicPolicy
    }
  }
  /**
   * Change a policy
   *
   * Accepts a change of what is known of a paid policy, from a day on, and answers at once; the status link tells when it is done. Days before keep what they said. The insurer may change all policies, a distributor its own sales where the product says so. A public key with the token of a link for a change orders what was quoted with it.
   *
   * Takes the header `Accept: application/vnd.bindery.v2+json`; another version is refused.
   */
  readonly endorsePolicy: {
    readonly method: 'PATCH'
    readonly path: '/policies/{policyId}'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: {
      /** The `version_id` of the policy as you last saw it, bare or quoted, or its `ETag`. It keeps an order from meeting a policy that has changed. */
      readonly 'If-Match': string
      /** The token of a link for a change of this policy, with a public key. */
      readonly 'endorsement-token'?: string
    }
    readonly body: ChangePolicy
    readonly answer: {
      readonly 202: AcceptedTransaction
    }
  }
  /**
   * See the account of a policy
   *
   * Charges, invoices, payments, refunds and what was written off, oldest first, with what was owed after each: the statement of a policy, today or as it stood on another day.
   *
   * Takes the header `Accept: application/vnd.bindery.v2+json`; another version is refused.
   */
  readonly showAccount: {
    readonly method: 'GET'
    readonly path: '/policies/{policyId}/account'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: {
      /** The last day of the statement, such as `2029-03-01`; today without it. */
      readonly on?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: PolicyAccount
    }
  }
  /**
   * See what an order would come to
   *
   * Tells what a cancellation, a change, a reinstatement or the renewal of a policy would come to, day by day and to the cent, before it is ordered, and refuses what the order itself would be refused for. Nothing changes. An order that names the `preview_token` comes to exactly that, or is not carried out.
   *
   * Takes the header `Accept: application/vnd.bindery.v2+json`; another version is refused.
   */
  readonly previewTransaction: {
    readonly method: 'POST'
    readonly path: '/policies/{policyId}/previews'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: {
      /** The `version_id` of the policy as you last saw it, bare or quoted, or its `ETag`. It keeps an order from meeting a policy that has changed. */
      readonly 'If-Match': string
    }
    readonly body: PreviewTransaction
    readonly answer: {
      readonly 200: TransactionPreview
    }
  }
  /**
   * Make a link for a change
   *
   * Lets a customer change this policy on a page, for a day: what `quote_patch` of the product lists, at the price that it then costs. The link speaks for the account that made it. Nothing is kept of it: asked again, it is another one.
   *
   * Takes the header `Accept: application/vnd.bindery.v2+json`; another version is refused.
   */
  readonly createChangeLink: {
    readonly method: 'POST'
    readonly path: '/policies/{policyId}/endorsement_links'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: CreateChangeLink
    readonly answer: {
      readonly 200: EndorsementLink
    }
  }
  /**
   * View what may be changed
   *
   * The answers of a policy that may be changed, and what holds on the day from which a change counts. With a secret key, or with a public key and the token of a link.
   *
   * Takes the header `Accept: application/vnd.bindery.v2+json`; another version is refused.
   */
  readonly showChange: {
    readonly method: 'GET'
    readonly path: '/policies/{policyId}/endorsement'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: {
      /** The token of a link for a change of this policy, with a public key. */
      readonly 'endorsement-token'?: string
    }
    readonly body: undefined
    readonly answer: {
      readonly 200: OpenedEndorsement
    }
  }
  /**
   * Cancel a policy
   *
   * Accepts the cancellation of a paid policy and answers at once; the status link tells when it is done. What is refunded then is up to the product's cancellation terms.
   *
   * Takes the header `Accept: application/vnd.bindery.v2+json`; another version is refused.
   */
  readonly cancelPolicy: {
    readonly method: 'POST'
    readonly path: '/policies/{policyId}/cancel'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: {
      /** The `version_id` of the policy as you last saw it, bare or quoted, or its `ETag`. It keeps an order from meeting a policy that has changed. */
      readonly 'If-Match': string
    }
    readonly body: CancelPolicy
    readonly answer: {
      readonly 202: AcceptedTransaction
    }
  }
  /**
   * Reinstate a cancelled policy
   *
   * Accepts that a cancelled policy goes on as it was, or with days without cover since its last one, and answers at once. Where something is to be paid it is `proposed` first: the status link has what pays for it. How long after the last day it is possible is up to the product.
   *
   * Takes the header `Accept: application/vnd.bindery.v2+json`; another version is refused.
   */
  readonly reinstatePolicy: {
    readonly method: 'POST'
    readonly path: '/policies/{policyId}/reactivate'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: {
      /** The `version_id` of the policy as you last saw it, bare or quoted, or its `ETag`. It keeps an order from meeting a policy that has changed. */
      readonly 'If-Match': string
    }
    readonly body: ReinstatePolicy
    readonly answer: {
      readonly 202: AcceptedTransaction
    }
  }
  /**
   * View the renewal of a policy
   *
   * What the next term of a policy is and costs, and what became of it so far. With a secret key that may see the sale, or with the token in the link of the last notice.
   */
  readonly showRenewal: {
    readonly method: 'GET'
    readonly path: '/policies/{policyId}/renewal'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: {
      /** From the link of the last notice: then no key is needed. */
      readonly token?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Renewal
    }
  }
  /**
   * Accept the renewal of a policy
   *
   * The policy goes on with the next term, at the price that was offered. Possible until the next term begins; said again, it changes nothing. With a secret key that may see the sale, or with the token in the link of the last notice.
   */
  readonly acceptRenewal: {
    readonly method: 'POST'
    readonly path: '/policies/{policyId}/renewal/accept'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: {
      /** From the link of the last notice: then no key is needed. */
      readonly token?: string
      /** Of a preview of this order: it then comes to exactly the amounts of the preview, or is refused with 412, or fails where they change while it is being carried out. */
      readonly preview_token?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Renewal
    }
  }
  /**
   * Decline the renewal of a policy
   *
   * The policy ends with its term, also where it would have gone on by itself. Possible until the next term begins; said again, it changes nothing. With a secret key that may see the sale, or with the token in the link of the last notice.
   */
  readonly declineRenewal: {
    readonly method: 'POST'
    readonly path: '/policies/{policyId}/renewal/decline'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: {
      /** From the link of the last notice: then no key is needed. */
      readonly token?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Renewal
    }
  }
  /**
   * Try a renewal again
   *
   * Has the next term priced again that was blocked or knocked out, on the newest published version: once the policy or the product was changed, or with answers and data for the next term alone, which the version of the policy may not know. View the renewal to see what became of it.
   */
  readonly retryRenewal: {
    readonly method: 'POST'
    readonly path: '/policies/{policyId}/renewal/retry'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: RetryRenewal
    readonly answer: {
      readonly 200: Renewal
    }
  }
  /**
   * See why the price of a policy changed
   *
   * The difference between two prices of a policy, in shares that sum to it: both are computed again from their own answers and versions, and everything in between. Where nothing is named, the last change is told: that of the renewal that is offered, else of the last order that moved the price.
   *
   * With the secret key of the insurer, cell by cell. A distributor, and whoever has the token in the link of the last notice, gets the view of customers, which tells the tariff as one share; with the token that is always the renewal.
   */
  readonly showPriceChange: {
    readonly method: 'GET'
    readonly path: '/policies/{policyId}/why'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: {
      /** The version of the policy with the first price; the one that `to` was made on if left out. */
      readonly from?: string
      /** The version with the second price, or `renewal` for the term that follows; the active version if left out. */
      readonly to?: string
      /** Whose view is wanted: `customer` to pass it on to one. */
      readonly view?: 'insurer' | 'customer'
      /** In which language it is told, such as `de`; that of `Accept-Language` if left out. */
      readonly language?: string
      /** From the link of the last notice: then no key is needed. */
      readonly token?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: PriceChange
    }
  }
  /**
   * See how a modification stands
   *
   * Where the status link of an accepted order leads. Ask until it is not `processing`.
   *
   * Takes the header `Accept: application/vnd.bindery.v2+json`; another version is refused.
   */
  readonly showVersionStatus: {
    readonly method: 'GET'
    readonly path: '/policies/{policyId}/versions/{versionId}/status'
    readonly params: {
      /** The policy. */
      readonly policyId: string
      /** The version that the modification makes. */
      readonly versionId: string
    }
    readonly query: undefined
    readonly headers: {
      /** The token of a link for a change of this policy, with a public key. */
      readonly 'endorsement-token'?: string
    }
    readonly body: undefined
    readonly answer: {
      readonly 200: VersionStatus
    }
  }
  /**
   * View a dataset
   *
   * What the dataset is called, and the languages that its items are in.
   */
  readonly showDataset: {
    readonly method: 'GET'
    readonly path: '/datasets/{datasetId}'
    readonly params: {
      /** The dataset. */
      readonly datasetId: string
    }
    readonly query: {
      /** Shows datasets as this version of a product has them; a draft is shown to test keys. Needs a key that may sell the product. Datasets that are not in its folder are shown live. */
      readonly product_version_id?: string
      /** A public key, with `product_version_id`. */
      readonly key?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Dataset
    }
  }
  /**
   * List the items of a dataset
   *
   * Finds, sorts and pages, for dropdowns that are typed into. The header `Link` leads to the next and the previous page; walking all pages shows every item once.
   */
  readonly listDatasetItems: {
    readonly method: 'GET'
    readonly path: '/datasets/{datasetId}/dataset_items'
    readonly params: {
      /** The dataset. */
      readonly datasetId: string
    }
    readonly query: {
      /** A language of the dataset. Where a value is missing in it, another one stands in. */
      readonly language: string
      /** A JSON array of the fields to be shown. */
      readonly fields: string
      /** Items a page. */
      readonly limit?: number
      /** The id of the item after which the page begins. */
      readonly starting_after?: string
      /** The id of the item before which the page ends. */
      readonly ending_before?: string
      /** A JSON array of terms `{field, search, operator}` that all must hold. Without an operator the text must be as searched, where `%` stands for anything; case and accents do not matter. Operators: `>`, `>=`, `<`, `<=`, and `IN`, which takes an array as search. Numbers compare as numbers and come before other text; what is empty is never found. */
      readonly query?: string
      /** A JSON array of `{field, dir}`, where dir is `asc` or `desc`. Text follows the alphabet of the language. Without it items come as they were imported. */
      readonly sort?: string
      /** Shows datasets as this version of a product has them; a draft is shown to test keys. Needs a key that may sell the product. Datasets that are not in its folder are shown live. */
      readonly product_version_id?: string
      /** A public key, with `product_version_id`. */
      readonly key?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly DatasetEntry[]
    }
  }
  /**
   * List the distinct values of a dataset
   *
   * Each combination of values of the asked fields once, with the first item that has it: the makes of all vehicles, then the models of one make. Sorted by those fields; pages as the list of items does.
   */
  readonly listDistinctValues: {
    readonly method: 'GET'
    readonly path: '/datasets/{datasetId}/items_distinct_values'
    readonly params: {
      /** The dataset. */
      readonly datasetId: string
    }
    readonly query: {
      /** A language of the dataset. Where a value is missing in it, another one stands in. */
      readonly language: string
      /** A JSON array of the fields to be shown. */
      readonly fields: string
      /** Items a page. */
      readonly limit?: number
      /** The id of the item after which the page begins. */
      readonly starting_after?: string
      /** The id of the item before which the page ends. */
      readonly ending_before?: string
      /** A JSON array of terms `{field, search, operator}` that all must hold. Without an operator the text must be as searched, where `%` stands for anything; case and accents do not matter. Operators: `>`, `>=`, `<`, `<=`, and `IN`, which takes an array as search. Numbers compare as numbers and come before other text; what is empty is never found. */
      readonly query?: string
      /** A JSON array of `{field, dir}`, where dir is `asc` or `desc`. Text follows the alphabet of the language. Without it items come as they were imported. */
      readonly sort?: string
      /** Shows datasets as this version of a product has them; a draft is shown to test keys. Needs a key that may sell the product. Datasets that are not in its folder are shown live. */
      readonly product_version_id?: string
      /** A public key, with `product_version_id`. */
      readonly key?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly DatasetEntry[]
    }
  }
  /**
   * View a dataset item
   *
   * All that front ends may see of an item, in one language.
   */
  readonly showDatasetItem: {
    readonly method: 'GET'
    readonly path: '/dataset_items/{itemId}'
    readonly params: {
      /** The dataset item. */
      readonly itemId: string
    }
    readonly query: {
      /** A language of the dataset. Where a value is missing in it, another one stands in. */
      readonly language: string
      /** Shows datasets as this version of a product has them; a draft is shown to test keys. Needs a key that may sell the product. Datasets that are not in its folder are shown live. */
      readonly product_version_id?: string
      /** A public key, with `product_version_id`. */
      readonly key?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: DatasetItem
    }
  }
  /**
   * The documents of an offer
   *
   * For the customer: the token in the link gives access, and no key is needed. A browser, or `Accept: application/pdf`, gets the main document itself; everybody else the list.
   */
  readonly showOfferAssets: {
    readonly method: 'GET'
    readonly path: '/policies/offers/{id}/assets'
    readonly params: {
      /** The offer or policy. */
      readonly id: string
    }
    readonly query: {
      /** From the asset link of the offer. */
      readonly token?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Assets
      readonly 202: Error
    }
  }
  /**
   * One document of an offer
   *
   * For the customer: the token in the link gives access, and no key is needed. The address stands as `href` in the list. A document is made once and stays the same for ever; one that is still being made is answered 202.
   */
  readonly showOfferDocument: {
    readonly method: 'GET'
    readonly path: '/policies/offers/{id}/assets/{versionId}/{file}'
    readonly params: {
      /** The offer or policy. */
      readonly id: string
      /** The version of the policy, or the invoice. */
      readonly versionId: string
      /** The designation, with its extension. */
      readonly file: string
    }
    readonly query: {
      /** From the asset link of the offer. */
      readonly token?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: string
      readonly 202: Error
    }
  }
  /**
   * The documents of a policy
   *
   * For the customer: the token in the link gives access, and no key is needed. A browser, or `Accept: application/pdf`, gets the main document itself; everybody else the list.
   */
  readonly showPolicyAssets: {
    readonly method: 'GET'
    readonly path: '/policies/policies/{id}/assets'
    readonly params: {
      /** The offer or policy. */
      readonly id: string
    }
    readonly query: {
      /** From the asset link of the offer. */
      readonly token?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Assets
      readonly 202: Error
    }
  }
  /**
   * One document of a policy
   *
   * For the customer: the token in the link gives access, and no key is needed. The address stands as `href` in the list. A document is made once and stays the same for ever; one that is still being made is answered 202.
   */
  readonly showPolicyDocument: {
    readonly method: 'GET'
    readonly path: '/policies/policies/{id}/assets/{versionId}/{file}'
    readonly params: {
      /** The offer or policy. */
      readonly id: string
      /** The version of the policy, or the invoice. */
      readonly versionId: string
      /** The designation, with its extension. */
      readonly file: string
    }
    readonly query: {
      /** From the asset link of the offer. */
      readonly token?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: string
      readonly 202: Error
    }
  }
  /**
   * View a distributor
   *
   * Where the link `distributor` of an offer or policy leads.
   */
  readonly showDistributor: {
    readonly method: 'GET'
    readonly path: '/distributors/{id}'
    readonly params: {
      /** The distributor. */
      readonly id: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: SmallRecord
    }
  }
  /**
   * View an item
   *
   * Where the link `item` of an offer or policy leads.
   */
  readonly showItem: {
    readonly method: 'GET'
    readonly path: '/items/{id}'
    readonly params: {
      /** The item. */
      readonly id: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: SmallRecord
    }
  }
  /**
   * View a touchpoint
   *
   * Where the link `touchpoint` of an offer or policy leads.
   */
  readonly showTouchpoint: {
    readonly method: 'GET'
    readonly path: '/touchpoints/{id}'
    readonly params: {
      /** The touchpoint. */
      readonly id: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: SmallRecord
    }
  }
  /**
   * List accounts
   *
   * The insurer itself and the distributors that it made.
   */
  readonly listAccounts: {
    readonly method: 'GET'
    readonly path: '/manage/accounts'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Account[]
    }
  }
  /**
   * Create a distributor
   *
   * An account for somebody who will sell the products. It needs keys before it can.
   */
  readonly createDistributor: {
    readonly method: 'POST'
    readonly path: '/manage/distributors'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: CreateDistributor
    readonly answer: {
      readonly 200: Account
    }
  }
  /**
   * List keys
   *
   * The keys of all managed accounts, newest first, without their secrets.
   */
  readonly listKeys: {
    readonly method: 'GET'
    readonly path: '/manage/keys'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Key[]
    }
  }
  /**
   * Create a key
   *
   * The answer shows the key, for the only time.
   */
  readonly createKey: {
    readonly method: 'POST'
    readonly path: '/manage/keys'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: CreateKey
    readonly answer: {
      readonly 200: NewKey
    }
  }
  /**
   * Rotate a key
   *
   * Makes a new key of the same kind; the old one goes on working for the overlap.
   */
  readonly rotateKey: {
    readonly method: 'POST'
    readonly path: '/manage/keys/{keyId}/rotate'
    readonly params: {
      /** The key. */
      readonly keyId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: RotateKey
    readonly answer: {
      readonly 200: NewKey
    }
  }
  /**
   * Revoke a key
   *
   * It stops working at once, on every process.
   */
  readonly revokeKey: {
    readonly method: 'POST'
    readonly path: '/manage/keys/{keyId}/revoke'
    readonly params: {
      /** The key. */
      readonly keyId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Key
    }
  }
  /**
   * List payment providers
   *
   * All that the payment plans of your products may name: the platform's, then your own.
   */
  readonly listPaymentProviders: {
    readonly method: 'GET'
    readonly path: '/manage/payment_providers'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly PaymentProvider[]
    }
  }
  /**
   * Declare a payment provider
   *
   * One that collects outside of the platform under a name of your own, such as the invoices that you send yourself. Payment plans may name it with its methods, in both modes and on every process at once, and it behaves as `invoice` does. Declared again, it has the methods that are listed then; a method that a version has been on sale with stays.
   */
  readonly declarePaymentProvider: {
    readonly method: 'POST'
    readonly path: '/manage/payment_providers'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: DeclarePaymentProvider
    readonly answer: {
      readonly 200: PaymentProvider
    }
  }
  /**
   * Remove a payment provider
   *
   * No version is pushed or published with it any more. Refused while a version that is or was on sale names it: policies that were sold on that version pay so. The answer shows it as it was.
   */
  readonly removePaymentProvider: {
    readonly method: 'DELETE'
    readonly path: '/manage/payment_providers/{provider}'
    readonly params: {
      /** The name of the provider. */
      readonly provider: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: PaymentProvider
    }
  }
  /**
   * List products
   *
   * All products of the insurer of which a version was pushed, published or not.
   */
  readonly listProducts: {
    readonly method: 'GET'
    readonly path: '/manage/products'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Product[]
    }
  }
  /**
   * View a product
   *
   * With the versions that were pushed, and the ids that quotes are made with. What was only tried out is not listed.
   */
  readonly showProduct: {
    readonly method: 'GET'
    readonly path: '/manage/products/{productId}'
    readonly params: {
      /** The product, by its id or its key. */
      readonly productId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: ProductDetail
    }
  }
  /**
   * View a version
   *
   * With its items, the pricing revision of each, and its integrations. What was tried out and never pushed is shown as well, by its id.
   */
  readonly showProductVersion: {
    readonly method: 'GET'
    readonly path: '/manage/product_versions/{versionId}'
    readonly params: {
      /** The version. */
      readonly versionId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: ProductVersionDetail
    }
  }
  /**
   * Get the files of a version
   *
   * The folder exactly as it was pushed, byte for byte.
   */
  readonly pullProduct: {
    readonly method: 'GET'
    readonly path: '/manage/product_versions/{versionId}/files'
    readonly params: {
      /** The version. */
      readonly versionId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: ProductFiles
    }
  }
  /**
   * Compare two versions
   *
   * What this version changes against another, in domain words.
   */
  readonly compareVersions: {
    readonly method: 'GET'
    readonly path: '/manage/product_versions/{versionId}/differences'
    readonly params: {
      /** The version. */
      readonly versionId: string
    }
    readonly query: {
      /** The other, older version. */
      readonly against: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Difference[]
    }
  }
  /**
   * Publish a version
   *
   * Makes it the live one, at once on every process. With an earlier version this is the way back. Policies keep the version they were sold on. A product may ask for more before a version is put on sale (`publish` in product.yaml): test cases that pass, and an impact on the live book within its limits, of exactly this content against what is on sale. The stricter of the live version and this one counts; what was live before may always come back. Publishing past that takes a reason, which the audit log keeps. What was only tried out is not published: push its folder first.
   */
  readonly publishProduct: {
    readonly method: 'POST'
    readonly path: '/manage/product_versions/{versionId}/publish'
    readonly params: {
      /** The version. */
      readonly versionId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: PublishProduct
    readonly answer: {
      readonly 200: Product
    }
  }
  /**
   * Explain the price of a quote
   *
   * Computes it again from its revision and its answers, however old, with each step or cell.
   */
  readonly explainQuote: {
    readonly method: 'GET'
    readonly path: '/manage/quotes/{quoteId}/explanation'
    readonly params: {
      /** The quote. */
      readonly quoteId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: ExplainedQuote
    }
  }
  /**
   * Explain the price of a policy
   *
   * Computes it again from its revision and its answers, however old, with each step or cell.
   */
  readonly explainPolicy: {
    readonly method: 'GET'
    readonly path: '/manage/policies/{policyId}/explanation'
    readonly params: {
      /** The policy or offer. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: ExplainedQuote
    }
  }
  /**
   * Get a quote as a filled workbook
   *
   * The very workbook that priced it, with its answers in the input cells. It opens in a spreadsheet program with the same result.
   */
  readonly fillQuoteWorkbook: {
    readonly method: 'GET'
    readonly path: '/manage/quotes/{quoteId}/workbook'
    readonly params: {
      /** The quote. */
      readonly quoteId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: string
    }
  }
  /**
   * Check the whole book
   *
   * Starts jobs that look at every policy of the key's mode. For `prices`, which is what is checked unless another `subject` is given, each is priced again, from its revision and its answers. For `money`, all that is posted of it is compared: charges with the price of their period, lines with invoices, balances with postings, these with payments and refunds, and its row with its active version. While one check is running, another of the same is not started: its report is answered.
   */
  readonly startPortfolioCheck: {
    readonly method: 'POST'
    readonly path: '/manage/portfolio_checks'
    readonly params: undefined
    readonly query: {
      /** What is checked; `prices` if left out. */
      readonly subject?: 'prices' | 'money'
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 202: PortfolioCheck
    }
  }
  /**
   * See what a check of the book found
   *
   * While it runs, how far it has come; and then what it found.
   */
  readonly showPortfolioCheck: {
    readonly method: 'GET'
    readonly path: '/manage/portfolio_checks/{checkId}'
    readonly params: {
      /** The check. */
      readonly checkId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: PortfolioCheck
    }
  }
  /**
   * Ask what a version would do to the book
   *
   * Prices the answers of policies in the key's mode by this version, each on the pricing day that its premium is of, and compares with that premium. A premium is what all payments of a year or term come to. It runs beside everything else, in a process of its own; one at a time, others wait. What is sold meanwhile is not looked at, and none is counted twice. Policies on test clocks are left out. Nothing of the book changes.
   */
  readonly askForImpact: {
    readonly method: 'POST'
    readonly path: '/manage/impacts'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: AskForImpact
    readonly answer: {
      readonly 202: Impact
    }
  }
  /**
   * List impacts
   *
   * What was asked about versions in the key's mode, newest first. The header `Link` leads to the next and previous page.
   */
  readonly listImpacts: {
    readonly method: 'GET'
    readonly path: '/manage/impacts'
    readonly params: undefined
    readonly query: {
      /** Of this product, by its id or its key. */
      readonly product_id?: string
      /** Rows a page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins: older rows. */
      readonly starting_after?: string
      /** The id before which the page ends: newer rows. */
      readonly ending_before?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly ImpactSummary[]
    }
  }
  /**
   * See what a version would do to the book
   *
   * How far it has come, and once it is done what was found.
   */
  readonly showImpact: {
    readonly method: 'GET'
    readonly path: '/manage/impacts/{impactId}'
    readonly params: {
      /** The impact. */
      readonly impactId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Impact
    }
  }
  /**
   * Stop an impact
   *
   * One that waits or runs is stopped, and whoever runs it leaves it within a second or two. One that has ended stays as it ended. It can be asked for again.
   */
  readonly stopImpact: {
    readonly method: 'POST'
    readonly path: '/manage/impacts/{impactId}/stop'
    readonly params: {
      /** The impact. */
      readonly impactId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Impact
    }
  }
  /**
   * Export every row of an impact
   *
   * Every policy with its premium before and after, in minor units, as they were found; one line each, in the order of their ids. Kept for 30 days. A connection that ends before the last chunk means that something went wrong.
   */
  readonly exportImpact: {
    readonly method: 'GET'
    readonly path: '/manage/impacts/{impactId}/rows'
    readonly params: {
      /** The impact. */
      readonly impactId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: string
    }
  }
  /**
   * Make a test clock
   *
   * A clock of test mode stands still at its moment until it is advanced. Quotes and offers that name it in the header `Test-Clock` are made at that moment, and what is sold lives by it: nothing expires or falls due before the clock says so.
   */
  readonly createClock: {
    readonly method: 'POST'
    readonly path: '/manage/clocks'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: CreateClock
    readonly answer: {
      readonly 200: Clock
    }
  }
  /**
   * List test clocks
   *
   * The hundred newest. With a live key there are none.
   */
  readonly listClocks: {
    readonly method: 'GET'
    readonly path: '/manage/clocks'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Clock[]
    }
  }
  /**
   * View a test clock
   *
   * What it shows, and how far it is where it is being advanced.
   */
  readonly showClock: {
    readonly method: 'GET'
    readonly path: '/manage/clocks/{clockId}'
    readonly params: {
      /** The clock. */
      readonly clockId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Clock
    }
  }
  /**
   * Advance a test clock
   *
   * Lets time pass for what was sold on the clock: what falls due until then is done in its order, each at its own moment and with all jobs that follow from it. Meanwhile the clock is `advancing` and its policies take no orders; then it is `ready`, or `failed` with the reason. It only goes forward.
   */
  readonly advanceClock: {
    readonly method: 'POST'
    readonly path: '/manage/clocks/{clockId}/advance'
    readonly params: {
      /** The clock. */
      readonly clockId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: AdvanceClock
    readonly answer: {
      readonly 202: Clock
    }
  }
  /**
   * Publish a version on a test clock
   *
   * What was sold on the clock is renewed on this version from then on, as if it were the newest that is published. Nobody else sees anything of it, so that a draft can be tried out over years before it goes on sale.
   */
  readonly publishOnClock: {
    readonly method: 'POST'
    readonly path: '/manage/clocks/{clockId}/publish'
    readonly params: {
      /** The clock. */
      readonly clockId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: PublishOnClock
    readonly answer: {
      readonly 200: Clock
    }
  }
  /**
   * List datasets
   *
   * The datasets of the insurer, newest first. The header `Link` leads to the next and previous page.
   */
  readonly listDatasets: {
    readonly method: 'GET'
    readonly path: '/manage/datasets'
    readonly params: undefined
    readonly query: {
      /** Rows a page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins: older rows. */
      readonly starting_after?: string
      /** The id before which the page ends: newer rows. */
      readonly ending_before?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly ManagedDataset[]
    }
  }
  /**
   * View one of your datasets
   *
   * With its fields, hidden ones included, and how many items it has.
   */
  readonly showManagedDataset: {
    readonly method: 'GET'
    readonly path: '/manage/datasets/{datasetKey}'
    readonly params: {
      /** The key of the dataset, or its id. */
      readonly datasetKey: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: ManagedDataset
    }
  }
  /**
   * Export a dataset
   *
   * All items with all fields, in the order of their import. Importing the file again changes nothing. An import that comes meanwhile does not disturb it; a connection that ends before the last chunk means that something went wrong.
   */
  readonly exportDataset: {
    readonly method: 'GET'
    readonly path: '/manage/datasets/{datasetKey}/export'
    readonly params: {
      /** The key of the dataset, or its id. */
      readonly datasetKey: string
    }
    readonly query: {
      /** `csv` (default) or `jsonl`. */
      readonly format?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: string
    }
  }
  /**
   * List access tokens
   *
   * Those of all managed accounts, newest first, without their secrets.
   */
  readonly listAccessTokens: {
    readonly method: 'GET'
    readonly path: '/manage/access_tokens'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly AccessToken[]
    }
  }
  /**
   * Create an access token
   *
   * It opens the locked datasets of the account in the Data API. The answer shows it, for the only time.
   */
  readonly createAccessToken: {
    readonly method: 'POST'
    readonly path: '/manage/access_tokens'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: CreateAccessToken
    readonly answer: {
      readonly 200: NewAccessToken
    }
  }
  /**
   * Revoke an access token
   *
   * It stops working at once, on every process.
   */
  readonly revokeAccessToken: {
    readonly method: 'POST'
    readonly path: '/manage/access_tokens/{tokenId}/revoke'
    readonly params: {
      /** The token. */
      readonly tokenId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: AccessToken
    }
  }
  /**
   * Search quotes
   *
   * Newest first; filters all must hold. The header `Link` leads to the next and previous page.
   */
  readonly searchQuotes: {
    readonly method: 'GET'
    readonly path: '/manage/quotes'
    readonly params: undefined
    readonly query: {
      /** Exactly this id. */
      readonly id?: string
      /** Of this product, by its id or its key. */
      readonly product_id?: string
      /** Sold by this distributor. */
      readonly distributor_id?: string
      /** The first day, in UTC, for example 2027-01-31. */
      readonly created_from?: string
      /** The last day, in UTC. */
      readonly created_until?: string
      /** Rows a page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins: older rows. */
      readonly starting_after?: string
      /** The id before which the page ends: newer rows. */
      readonly ending_before?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly QuoteSummary[]
    }
  }
  /**
   * Search saved sales
   *
   * Newest first; filters all must hold. The header `Link` leads to the next and previous page.
   */
  readonly searchLeads: {
    readonly method: 'GET'
    readonly path: '/manage/leads'
    readonly params: undefined
    readonly query: {
      /** Exactly this id. */
      readonly id?: string
      /** Of this product, by its id or its key. */
      readonly product_id?: string
      /** Sold by this distributor. */
      readonly distributor_id?: string
      /** The first day, in UTC, for example 2027-01-31. */
      readonly created_from?: string
      /** The last day, in UTC. */
      readonly created_until?: string
      /** Rows a page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins: older rows. */
      readonly starting_after?: string
      /** The id before which the page ends: newer rows. */
      readonly ending_before?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Lead[]
    }
  }
  /**
   * Search offers that were never paid
   *
   * Newest first; filters all must hold. The header `Link` leads to the next and previous page.
   */
  readonly searchOffers: {
    readonly method: 'GET'
    readonly path: '/manage/offers'
    readonly params: undefined
    readonly query: {
      /** Exactly this id. */
      readonly id?: string
      /** Of this product, by its id or its key. */
      readonly product_id?: string
      /** Sold by this distributor. */
      readonly distributor_id?: string
      /** The first day, in UTC, for example 2027-01-31. */
      readonly created_from?: string
      /** The last day, in UTC. */
      readonly created_until?: string
      /** Rows a page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins: older rows. */
      readonly starting_after?: string
      /** The id before which the page ends: newer rows. */
      readonly ending_before?: string
      /** Exactly this policy number. */
      readonly number?: string
      /** Exactly this e-mail address; case does not count. */
      readonly email?: string
      /** The beginning of the last name, or a first name and the beginning of the last. */
      readonly name?: string
      /** One of ready, accepted, paid, cancelled, expired. */
      readonly status?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly PolicySummary[]
    }
  }
  /**
   * Search policies
   *
   * Newest first; filters all must hold. The header `Link` leads to the next and previous page.
   */
  readonly searchPolicies: {
    readonly method: 'GET'
    readonly path: '/manage/policies'
    readonly params: undefined
    readonly query: {
      /** Exactly this id. */
      readonly id?: string
      /** Of this product, by its id or its key. */
      readonly product_id?: string
      /** Sold by this distributor. */
      readonly distributor_id?: string
      /** The first day, in UTC, for example 2027-01-31. */
      readonly created_from?: string
      /** The last day, in UTC. */
      readonly created_until?: string
      /** Rows a page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins: older rows. */
      readonly starting_after?: string
      /** The id before which the page ends: newer rows. */
      readonly ending_before?: string
      /** Exactly this policy number. */
      readonly number?: string
      /** Exactly this e-mail address; case does not count. */
      readonly email?: string
      /** The beginning of the last name, or a first name and the beginning of the last. */
      readonly name?: string
      /** One of ready, accepted, paid, cancelled, expired. */
      readonly status?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly PolicySummary[]
    }
  }
  /**
   * Search renewals
   *
   * Newest first; filters all must hold. The header `Link` leads to the next and previous page.
   */
  readonly searchRenewals: {
    readonly method: 'GET'
    readonly path: '/manage/renewals'
    readonly params: undefined
    readonly query: {
      /** One of scheduled, offered, accepted, declined, blocked, knocked_out, voided, done; all but scheduled ones without it. */
      readonly state?: string
      /** Of terms that end on this day or later. */
      readonly from?: string
      /** Of terms that end on this day or earlier. */
      readonly to?: string
      /** Rows a page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins: older rows. */
      readonly starting_after?: string
      /** The id before which the page ends: newer rows. */
      readonly ending_before?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Renewal[]
    }
  }
  /**
   * Dry-run renewals
   *
   * What the renewals of terms that end on these days would be if they were priced now: `offered`, `blocked` with the fields, or `knocked_out`, with the price before and after. Nothing is written. Newest policy first; the header `Link` leads to the next page.
   */
  readonly dryRunRenewals: {
    readonly method: 'GET'
    readonly path: '/manage/renewals/dry_run'
    readonly params: undefined
    readonly query: {
      /** Of terms that end on this day or later. */
      readonly from?: string
      /** Of terms that end on this day or earlier. */
      readonly to?: string
      /** Priced on this version, a draft too, and only its own product; without it on the newest published one. */
      readonly product_version_id?: string
      /** Rows a page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins: older rows. */
      readonly starting_after?: string
      /** The id before which the page ends: newer rows. */
      readonly ending_before?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Renewal[]
    }
  }
  /**
   * Search dunning cases
   *
   * Newest first; filters all must hold. The header `Link` leads to the next and previous page.
   */
  readonly searchDunning: {
    readonly method: 'GET'
    readonly path: '/manage/dunning'
    readonly params: undefined
    readonly query: {
      /** One of open, cured, lapsed, ended. */
      readonly state?: string
      /** One of overdue, reminded, notice_sent, suspended. */
      readonly step?: string
      /** Of this policy. */
      readonly policy_id?: string
      /** Of this product, by its id. */
      readonly product_id?: string
      /** Overdue since this day or later. */
      readonly from?: string
      /** Overdue since this day or earlier. */
      readonly to?: string
      /** Rows a page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins: older rows. */
      readonly starting_after?: string
      /** The id before which the page ends: newer rows. */
      readonly ending_before?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly DunningCase[]
    }
  }
  /**
   * Hold dunning
   *
   * Until its last day is over no letter is written and nothing lapses, for one policy or for all of a product. Afterwards a case goes on where it was.
   */
  readonly holdDunning: {
    readonly method: 'POST'
    readonly path: '/manage/dunning/holds'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: HoldDunning
    readonly answer: {
      readonly 200: DunningHold
    }
  }
  /**
   * List holds of dunning
   *
   * Newest first; filters all must hold. The header `Link` leads to the next and previous page.
   */
  readonly listHolds: {
    readonly method: 'GET'
    readonly path: '/manage/dunning/holds'
    readonly params: undefined
    readonly query: {
      /** Of this policy. */
      readonly policy_id?: string
      /** Of this product, by its id. */
      readonly product_id?: string
      /** Rows a page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins: older rows. */
      readonly starting_after?: string
      /** The id before which the page ends: newer rows. */
      readonly ending_before?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly DunningHold[]
    }
  }
  /**
   * Release a hold
   *
   * Ends a hold of dunning before its day. What was waiting goes on at once.
   */
  readonly releaseHold: {
    readonly method: 'POST'
    readonly path: '/manage/dunning/holds/{holdId}/release'
    readonly params: {
      /** The hold. */
      readonly holdId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: DunningHold
    }
  }
  /**
   * See a dunning case
   *
   * What is overdue, and every letter with the amounts that it asks for.
   */
  readonly showDunningCase: {
    readonly method: 'GET'
    readonly path: '/manage/dunning/{caseId}'
    readonly params: {
      /** The case. */
      readonly caseId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: ShownDunningCase
    }
  }
  /**
   * Search payments
   *
   * Newest first; filters all must hold. The header `Link` leads to the next and previous page.
   */
  readonly searchPayments: {
    readonly method: 'GET'
    readonly path: '/manage/payments'
    readonly params: undefined
    readonly query: {
      /** Exactly this id. */
      readonly id?: string
      /** Of this product, by its id or its key. */
      readonly product_id?: string
      /** Sold by this distributor. */
      readonly distributor_id?: string
      /** The first day, in UTC, for example 2027-01-31. */
      readonly created_from?: string
      /** The last day, in UTC. */
      readonly created_until?: string
      /** Rows a page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins: older rows. */
      readonly starting_after?: string
      /** The id before which the page ends: newer rows. */
      readonly ending_before?: string
      /** Exactly this policy number. */
      readonly number?: string
      /** Exactly this e-mail address; case does not count. */
      readonly email?: string
      /** The beginning of the last name, or a first name and the beginning of the last. */
      readonly name?: string
      /** Of this policy. */
      readonly policy_id?: string
      /** One of pending, ok, failed. */
      readonly status?: string
      /** With `true` only those that need a person, for themselves or for one of their refunds: `doubts` says why. */
      readonly in_doubt?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly PaymentSummary[]
    }
  }
  /**
   * Say how a payment in doubt ended
   *
   * For payments that `GET /manage/payments?in_doubt=true` lists. With `ok` the policy is issued, or the money given back where the offer can no longer be sold; with `failed` the offer can be paid again.
   */
  readonly resolvePayment: {
    readonly method: 'POST'
    readonly path: '/manage/payments/{paymentId}/resolve'
    readonly params: {
      /** The payment. */
      readonly paymentId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: ResolvePayment
    readonly answer: {
      readonly 200: PaymentSummary
    }
  }
  /**
   * See to a refund in doubt
   *
   * For refunds that failed or that nobody confirms, as `GET /manage/payments?in_doubt=true` lists them.
   */
  readonly resolveRefund: {
    readonly method: 'POST'
    readonly path: '/manage/refunds/{refundId}/resolve'
    readonly params: {
      /** The refund. */
      readonly refundId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: ResolveRefund
    readonly answer: {
      readonly 200: Refund
    }
  }
  /**
   * Search invoices
   *
   * Newest first; filters all must hold. The header `Link` leads to the next and previous page.
   */
  readonly searchInvoices: {
    readonly method: 'GET'
    readonly path: '/manage/invoices'
    readonly params: undefined
    readonly query: {
      /** Exactly this id. */
      readonly id?: string
      /** Of this policy. */
      readonly policy_id?: string
      /** Of this product, by its id or its key. */
      readonly product_id?: string
      /** Exactly this number, such as `2027-000123`. */
      readonly number?: string
      /** One of proposed, open, settled, void, written_off. */
      readonly state?: string
      /** One of sale, transaction, instalment, credit_note, fee. */
      readonly kind?: string
      /** Open, and overdue by so many days or more, counted from today, in UTC; with `1` all that are overdue. */
      readonly overdue_days?: string
      /** Rows a page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins: older rows. */
      readonly starting_after?: string
      /** The id before which the page ends: newer rows. */
      readonly ending_before?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly InvoiceSummary[]
    }
  }
  /**
   * See an invoice
   *
   * What it asks for line by line, what of it is open, and what was paid for it.
   */
  readonly showInvoice: {
    readonly method: 'GET'
    readonly path: '/manage/invoices/{invoiceId}'
    readonly params: {
      /** The invoice. */
      readonly invoiceId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Invoice
    }
  }
  /**
   * Write off an invoice
   *
   * Gives up what is open of it. Nobody is asked for it any more. What comes in for it all the same, or is charged less later, makes it good before anything is given back.
   */
  readonly writeOffInvoice: {
    readonly method: 'POST'
    readonly path: '/manage/invoices/{invoiceId}/write_off'
    readonly params: {
      /** The invoice. */
      readonly invoiceId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: WriteOff
    readonly answer: {
      readonly 200: InvoiceSummary
    }
  }
  /**
   * Record a receipt
   *
   * Money came for an invoice by bank transfer: all that it asks for, a part, or more. What is too much pays other open invoices of the policy, oldest due first; the rest is the customer's credit, which pays the next instalment or is given back.
   */
  readonly recordReceipt: {
    readonly method: 'POST'
    readonly path: '/manage/invoices/{invoiceId}/receipts'
    readonly params: {
      /** The invoice. */
      readonly invoiceId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: RecordReceipt
    readonly answer: {
      readonly 200: PaymentSummary
    }
  }
  /**
   * List receipts of the bank
   *
   * Newest first; filters all must hold. The header `Link` leads to the next and previous page.
   */
  readonly searchReceipts: {
    readonly method: 'GET'
    readonly path: '/manage/receipts'
    readonly params: undefined
    readonly query: {
      /** One of waiting, unmatched, matched, dismissed. */
      readonly state?: string
      /** Rows a page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins: older rows. */
      readonly starting_after?: string
      /** The id before which the page ends: newer rows. */
      readonly ending_before?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly BankReceipt[]
    }
  }
  /**
   * Match a receipt with an invoice
   *
   * For those that `GET /manage/receipts?state=unmatched` lists. It is posted for this invoice, as if it had named it.
   */
  readonly matchReceipt: {
    readonly method: 'POST'
    readonly path: '/manage/receipts/{receiptId}/match'
    readonly params: {
      /** The receipt. */
      readonly receiptId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: MatchReceipt
    readonly answer: {
      readonly 200: BankReceipt
    }
  }
  /**
   * Dismiss a receipt
   *
   * Says that an unmatched receipt pays no invoice. Nothing is posted.
   */
  readonly dismissReceipt: {
    readonly method: 'POST'
    readonly path: '/manage/receipts/{receiptId}/dismiss'
    readonly params: {
      /** The receipt. */
      readonly receiptId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: DismissReceipt
    readonly answer: {
      readonly 200: BankReceipt
    }
  }
  /**
   * See what happened to a policy
   *
   * Its versions, its payments, failed ones included, its documents, and its events: of more than 3,000 the newest.
   */
  readonly showPolicyHistory: {
    readonly method: 'GET'
    readonly path: '/manage/policies/{policyId}/history'
    readonly params: {
      /** The policy. */
      readonly policyId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: PolicyHistory
    }
  }
  /**
   * List events
   *
   * What happened to sales and products, in the mode of the key: to an insurer all of it, to a distributor what happened to its own sales. Newest first, and the header `Link` leads to the next and previous page.
   *
   * With `after` it is a feed: oldest first, from that event on. The header `Link` leads to what follows, also when nothing has followed yet, so that whoever keeps the address reads on there later. The feed never skips: an event that is committed late comes late, and those of one policy come in the order of their `sequence`.
   */
  readonly listEvents: {
    readonly method: 'GET'
    readonly path: '/manage/events'
    readonly params: undefined
    readonly query: {
      /** Rows a page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins: older rows. */
      readonly starting_after?: string
      /** The id before which the page ends: newer rows. */
      readonly ending_before?: string
      /** Where the feed is to go on: after the event with this id, the last one that was read. `start` is before the first. */
      readonly after?: string
      /** Of this policy, payment or product. */
      readonly subject_id?: string
      /** Of this type. */
      readonly type?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Event[]
    }
  }
  /**
   * See who changed what
   *
   * Changes made with this API and, in the mode of the key, cancellations of policies, those of distributors too. Newest first, each with the key it was made with. The header `Link` leads to the next and previous page.
   */
  readonly listAudit: {
    readonly method: 'GET'
    readonly path: '/manage/audit'
    readonly params: undefined
    readonly query: {
      /** Rows a page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins: older rows. */
      readonly starting_after?: string
      /** The id before which the page ends: newer rows. */
      readonly ending_before?: string
      /** Done to this product, policy, key or other. */
      readonly subject_id?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly AuditEntry[]
    }
  }
  /**
   * Prove events and audit log
   *
   * Every event, and every entry of the audit log, is a link of a chain of hashes, a moment after it was written. `bindery audit verify` reads the chain and computes it again: whatever was changed, taken out or put in between is found, and the first link named that does not hold. Keep `end` elsewhere, and it is also known that nothing was taken off the end or written anew. What a record says besides is known to the chain by a salted commitment alone, so that it can be erased, and the chain holds.
   */
  readonly listEvidence: {
    readonly method: 'GET'
    readonly path: '/manage/evidence'
    readonly params: undefined
    readonly query: {
      /** The link after which to go on; 0 by default. */
      readonly after?: string
      /** Links, 1 to 1000; 100 by default. */
      readonly limit?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Evidence
    }
  }
  /**
   * Create a webhook
   *
   * An endpoint that is told of what happens from now on, in the mode of the key: an insurer of everything, a distributor of its own sales. Messages are signed by Standard Webhooks; the answer shows the secret, for the only time.
   *
   * Each event is told at least once, those of one policy in their order unless one fails. What is not answered with 2xx within 15 seconds is tried again for three days, and can be sent again at any time.
   */
  readonly createWebhook: {
    readonly method: 'POST'
    readonly path: '/manage/webhooks'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: CreateWebhook
    readonly answer: {
      readonly 200: NewWebhook
    }
  }
  /**
   * List webhooks
   *
   * Your endpoints in the mode of the key, newest first.
   */
  readonly listWebhooks: {
    readonly method: 'GET'
    readonly path: '/manage/webhooks'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Webhook[]
    }
  }
  /**
   * View a webhook
   *
   * What it is told, and how it fares.
   */
  readonly showWebhook: {
    readonly method: 'GET'
    readonly path: '/manage/webhooks/{webhookId}'
    readonly params: {
      /** The endpoint. */
      readonly webhookId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Webhook
    }
  }
  /**
   * Change a webhook
   *
   * What is left out stays as it is. An endpoint that is enabled again is told what it has missed, from where it stood.
   */
  readonly changeWebhook: {
    readonly method: 'PATCH'
    readonly path: '/manage/webhooks/{webhookId}'
    readonly params: {
      /** The endpoint. */
      readonly webhookId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: ChangeWebhook
    readonly answer: {
      readonly 200: Webhook
    }
  }
  /**
   * Delete a webhook
   *
   * It is told nothing more, what waits for it is dropped, and its secrets are gone. The answer shows it as it was.
   */
  readonly deleteWebhook: {
    readonly method: 'DELETE'
    readonly path: '/manage/webhooks/{webhookId}'
    readonly params: {
      /** The endpoint. */
      readonly webhookId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Webhook
    }
  }
  /**
   * Test a webhook
   *
   * Sends the endpoint a `webhook.test`, which tells of nothing, and answers how it was taken. It is tried once, whatever comes of it, also where the endpoint is disabled.
   */
  readonly testWebhook: {
    readonly method: 'POST'
    readonly path: '/manage/webhooks/{webhookId}/test'
    readonly params: {
      /** The endpoint. */
      readonly webhookId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: WebhookTest
    }
  }
  /**
   * Rotate the secret of a webhook
   *
   * Makes a new secret. For the overlap messages are signed with both; a secret that was in the overlap of an earlier rotation ends at once.
   */
  readonly rotateWebhook: {
    readonly method: 'POST'
    readonly path: '/manage/webhooks/{webhookId}/rotate'
    readonly params: {
      /** The endpoint. */
      readonly webhookId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: RotateWebhook
    readonly answer: {
      readonly 200: NewWebhook
    }
  }
  /**
   * List deliveries
   *
   * What an endpoint was told, or could not be told so far, with the attempts; of the newest events first. Deliveries that succeeded are listed for a week, parked ones for ninety days. The header `Link` leads to the next and previous page.
   */
  readonly listDeliveries: {
    readonly method: 'GET'
    readonly path: '/manage/webhooks/{webhookId}/deliveries'
    readonly params: {
      /** The endpoint. */
      readonly webhookId: string
    }
    readonly query: {
      /** Rows a page, 1 to 100; 20 by default. */
      readonly limit?: string
      /** The id after which the page begins: older rows. */
      readonly starting_after?: string
      /** The id before which the page ends: newer rows. */
      readonly ending_before?: string
      /** In this status: one of delivered, waiting, parked. */
      readonly status?: string
      /** Of this event. */
      readonly event_id?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: readonly Delivery[]
    }
  }
  /**
   * Send again
   *
   * Sends one event again, all deliveries that have not succeeded so far, or everything that the endpoint selects of a time, before it was made included. Each gets all its attempts anew.
   */
  readonly resendDeliveries: {
    readonly method: 'POST'
    readonly path: '/manage/webhooks/{webhookId}/resend'
    readonly params: {
      /** The endpoint. */
      readonly webhookId: string
    }
    readonly query: undefined
    readonly headers: undefined
    readonly body: Resend
    readonly answer: {
      readonly 202: Resent
    }
  }
  /**
   * Check a product folder
   *
   * Tells all mistakes at once, and the warnings that a push would give. Nothing is kept. The body may be up to 96 MiB.
   */
  readonly validateProduct: {
    readonly method: 'POST'
    readonly path: '/manage/products/validate'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: ProductFiles
    readonly answer: {
      readonly 200: Validation
    }
  }
  /**
   * See what a product folder would change
   *
   * Compares it with what is live, in domain words, prices of the test cases included, and tells the mistakes and warnings that a push would. What would change is told of a folder with failing test cases, too. Nothing is kept. The body may be up to 96 MiB.
   */
  readonly planProduct: {
    readonly method: 'POST'
    readonly path: '/manage/products/plan'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: ProductFiles
    readonly answer: {
      readonly 200: Plan
    }
  }
  /**
   * Push a product folder
   *
   * Checks it whole and keeps it as a draft version. A folder with mistakes is answered 422 with all of them as `problems`, and nothing changes. The body may be up to 96 MiB.
   */
  readonly pushProduct: {
    readonly method: 'POST'
    readonly path: '/manage/products/push'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: ProductFiles
    readonly answer: {
      readonly 200: PushedProduct
    }
  }
  /**
   * Try out a product folder
   *
   * Checks it as a push does, and keeps it apart from what is pushed: it is in no list, is never the newest version, and cannot be published. Quotes, impacts and test clocks may name it by its id. Its test cases may fail; they are answered as `failed_cases`. Pushing exactly this content later makes it a draft version under the same id. The body may be up to 96 MiB.
   */
  readonly keepWhatIf: {
    readonly method: 'POST'
    readonly path: '/manage/products/what_ifs'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: ProductFiles
    readonly answer: {
      readonly 200: WhatIf
    }
  }
  /**
   * Price answers with a product folder and explain it
   *
   * Each step with its formula, its value and the table row it hit. Nothing is kept. The body may be up to 96 MiB.
   */
  readonly priceFolder: {
    readonly method: 'POST'
    readonly path: '/manage/products/price'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: PriceFolder
    readonly answer: {
      readonly 200: ExplainedPrice
    }
  }
  /**
   * See the documents of a product folder
   *
   * Makes them with sample data: of the demo or a test case where there is one, else guessed from the rules. The price is what the folder itself asks for them; where it asks none, the document says that its price is invented. Nothing is kept. The body may be up to 96 MiB.
   */
  readonly previewDocuments: {
    readonly method: 'POST'
    readonly path: '/manage/products/documents'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: PreviewDocuments
    readonly answer: {
      readonly 200: PreviewedDocuments
    }
  }
  /**
   * Make a product from a workbook
   *
   * Finds inputs and outputs, proposes rules from data validation, conditions, lookups and number formats, finds when cover begins, how long it lasts and how it is paid, records test cases, and adds a starter of everything else. What the workbook does not say has to be said, and is listed as a problem that names the member. Nothing is kept: look through the files, and push them. The body may be up to 96 MiB.
   */
  readonly draftFromWorkbook: {
    readonly method: 'POST'
    readonly path: '/manage/products/draft_from_workbook'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: DraftFromWorkbook
    readonly answer: {
      readonly 200: WorkbookDraft
    }
  }
  /**
   * Replace the workbook of a product
   *
   * Takes the names of inputs and outputs over from the workbook that a product has to the one that follows it. A new workbook that names them itself must have all of the old names. One that names none gets the old names on the same cells, where the same labels stand beside them. Nothing is kept. The body may be up to 96 MiB.
   */
  readonly replaceWorkbook: {
    readonly method: 'POST'
    readonly path: '/manage/products/replace_workbook'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: ReplaceWorkbook
    readonly answer: {
      readonly 200: ReplacedWorkbook
    }
  }
  /**
   * Import a dataset
   *
   * Makes the dataset, or changes its items, from CSV or JSON lines: wholly, or, when a line is wrong or the connection is lost, not at all. Items whose key stays keep their ids. The file is read as it comes and may be up to 1 GiB, unless the operator has set another limit. Doing it again changes nothing, so there is no Idempotency-Key.
   */
  readonly importDataset: {
    readonly method: 'POST'
    readonly path: '/manage/datasets/{datasetKey}/import'
    readonly params: {
      /** The key of the dataset, or its id. */
      readonly datasetKey: string
    }
    readonly query: {
      /** `replace` (default): the items are exactly these. `merge`: these are added or changed, the others stay. */
      readonly mode?: string
      /** The column that identifies an item from import to import. Needed where the dataset is new. */
      readonly key_field?: string
      /** The name of the dataset; its key where it is new. */
      readonly name?: string
      /** Language codes with commas between. A column `city.de` is the German of `city`. `en` where the dataset is new. */
      readonly languages?: string
      /** `public` or `locked`; locked where the dataset is new. */
      readonly access?: string
      /** Exactly the fields that front ends are kept from, with commas between; may be empty. */
      readonly hidden?: string
      /** Types of fields, such as `postcode:text,employees:number`. Others stay as they are, or are inferred from the first 1,000 items where they are new. */
      readonly types?: string
      /** What problems call the file. */
      readonly file?: string
      /** `true`: check everything, say what would change, and keep nothing. */
      readonly dry_run?: string
    }
    readonly headers: undefined
    readonly body: string
    readonly answer: {
      readonly 200: ImportedDataset
    }
  }
  /**
   * Import the receipts of a bank
   *
   * Takes a CSV file as banks give it: with semicolons, commas, tabs or bars between the columns, with a decimal comma or point, days such as 2027-12-31 or 31.12.2027. What names the number or the reference of an invoice is posted for it; what does not is listed by `GET /manage/receipts?state=unmatched`. A line is imported once, in however many files it comes: two lines are the same if amount, currency, day and reference are, unless the bank calls them differently. Where a line cannot be read, nothing of the file is taken. At most 4 MiB and 10,000 lines. Doing it again changes nothing, so there is no Idempotency-Key.
   */
  readonly importReceipts: {
    readonly method: 'POST'
    readonly path: '/manage/receipts/import'
    readonly params: undefined
    readonly query: {
      /** The column with the amount; `amount` without it. */
      readonly amount?: string
      /** The column with what came in, where that has one of its own. */
      readonly credit?: string
      /** The column with what went out, beside `credit`. */
      readonly debit?: string
      /** The column that says in a word whether the amount came in (C, CRDT, H, +) or went out (D, DBIT, S, -). */
      readonly sign?: string
      /** The column with the day; `date` without it. */
      readonly date?: string
      /** The column with what the customer wrote; `reference` without it. */
      readonly reference?: string
      /** The column with what the bank calls the line, where there is one. */
      readonly id?: string
      /** The column with the currency, where there is one. */
      readonly currency_column?: string
      /** The currency of all lines, where no column says it; `EUR` without it. */
      readonly currency?: string
      /** `comma` or `point`: what stands before the cents. Found out without it. */
      readonly decimal?: string
      /** The encoding: one of utf-8, windows-1252, iso-8859-1, iso-8859-15; utf-8 without it. */
      readonly charset?: string
      /** What problems call the file. */
      readonly file?: string
    }
    readonly headers: undefined
    readonly body: string
    readonly answer: {
      readonly 200: ImportedReceipts
    }
  }
  /**
   * Settle a pending payment
   *
   * Called by a payment provider, not by distributors; signed by the Standard Webhooks scheme. What the body says is up to the provider: the sandbox names `payment_id` and `status` (`ok`, `failed` or `charged_back`), and may name the `amount` and `currency` that were taken. Calling again with the same outcome changes nothing. What comes late is written down too: money that can no longer be applied is given back, and what contradicts an earlier call is left to a person.
   */
  readonly receivePaymentCallback: {
    readonly method: 'POST'
    readonly path: '/payments/callbacks/{provider}'
    readonly params: {
      /** The payment provider. */
      readonly provider: string
    }
    readonly query: undefined
    readonly headers: {
      /** The id of the message. */
      readonly 'webhook-id'?: string
      /** When it was sent, in seconds since 1970. */
      readonly 'webhook-timestamp'?: string
      /** `v1,` and the HMAC-SHA256 of id, timestamp and body in base64; several by spaces. */
      readonly 'webhook-signature'?: string
    }
    readonly body: {
      readonly [name: string]: unknown
    }
    readonly answer: {
      readonly 200: Ok
    }
  }
  /**
   * Is the process up?
   *
   * Answers as long as the process lives, and asks nobody else.
   */
  readonly health: {
    readonly method: 'GET'
    readonly path: '/healthz'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Ok
    }
  }
  /**
   * Can it serve?
   *
   * Asks the database whether it reads and writes, and waits two seconds at most. A server that is stopping says no. With `?for=work` it also says whether anybody runs jobs: this process, or any other on the same database.
   */
  readonly ready: {
    readonly method: 'GET'
    readonly path: '/readyz'
    readonly params: undefined
    readonly query: {
      /** `serve`, as without it, or `work`: jobs are worked off. Ask for `serve` to share out requests, and for `work` to be told when no worker is left. */
      readonly for?: string
    }
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: Ok
    }
  }
  /**
   * How does it fare?
   *
   * Counts and durations, and how jobs and deadlines stand, in the text format of Prometheus.
   */
  readonly metrics: {
    readonly method: 'GET'
    readonly path: '/metrics'
    readonly params: undefined
    readonly query: undefined
    readonly headers: undefined
    readonly body: undefined
    readonly answer: {
      readonly 200: string
    }
  }
}

/** What the client must know of an operation to call it. */
export interface OperationRow {
  readonly method: string
  readonly path: string
  /** `any`: a public or a secret key; `none`: it is open to all, so no key is sent. */
  readonly keys: 'none' | 'any' | 'secret'
  readonly takesBody: boolean
  readonly takesIdempotencyKey: boolean
  /** The version for the Accept header; null where any will do. */
  readonly version: number | null
  /** The media types of its successes. */
  readonly answers: readonly string[]
}

export const operations: Readonly<Record<keyof Operations, OperationRow>> = {
  showForm: {
    method: 'GET',
    path: '/integrations/{integrationId}/form',
    keys: 'any',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  createQuote: {
    method: 'POST',
    path: '/quotes',
    keys: 'any',
    takesBody: true,
    takesIdempotencyKey: true,
    version: 3,
    answers: ['application/json'],
  },
  createLead: {
    method: 'POST',
    path: '/leads',
    keys: 'any',
    takesBody: true,
    takesIdempotencyKey: true,
    version: 2,
    answers: ['application/json'],
  },
  showLead: {
    method: 'GET',
    path: '/leads/{leadId}',
    keys: 'any',
    takesBody: false,
    takesIdempotencyKey: false,
    version: 2,
    answers: ['application/json'],
  },
  createOffer: {
    method: 'POST',
    path: '/policies',
    keys: 'any',
    takesBody: true,
    takesIdempotencyKey: true,
    version: 2,
    answers: ['application/json'],
  },
  showOffer: {
    method: 'GET',
    path: '/offers/{offerId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: 2,
    answers: ['application/json'],
  },
  createPayment: {
    method: 'POST',
    path: '/payments',
    keys: 'any',
    takesBody: true,
    takesIdempotencyKey: true,
    version: 2,
    answers: ['application/json'],
  },
  showPayment: {
    method: 'GET',
    path: '/payments/{paymentId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: 2,
    answers: ['application/json'],
  },
  voidPayment: {
    method: 'POST',
    path: '/payments/{paymentId}/void',
    keys: 'any',
    takesBody: true,
    takesIdempotencyKey: false,
    version: 2,
    answers: ['application/json'],
  },
  showPolicy: {
    method: 'GET',
    path: '/policies/{policyId}',
    keys: 'any',
    takesBody: false,
    takesIdempotencyKey: false,
    version: 2,
    answers: ['application/json'],
  },
  endorsePolicy: {
    method: 'PATCH',
    path: '/policies/{policyId}',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: 2,
    answers: ['application/json'],
  },
  showAccount: {
    method: 'GET',
    path: '/policies/{policyId}/account',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: 2,
    answers: ['application/json'],
  },
  previewTransaction: {
    method: 'POST',
    path: '/policies/{policyId}/previews',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: 2,
    answers: ['application/json'],
  },
  createChangeLink: {
    method: 'POST',
    path: '/policies/{policyId}/endorsement_links',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: 2,
    answers: ['application/json'],
  },
  showChange: {
    method: 'GET',
    path: '/policies/{policyId}/endorsement',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: 2,
    answers: ['application/json'],
  },
  cancelPolicy: {
    method: 'POST',
    path: '/policies/{policyId}/cancel',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: 2,
    answers: ['application/json'],
  },
  reinstatePolicy: {
    method: 'POST',
    path: '/policies/{policyId}/reactivate',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: 2,
    answers: ['application/json'],
  },
  showRenewal: {
    method: 'GET',
    path: '/policies/{policyId}/renewal',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  acceptRenewal: {
    method: 'POST',
    path: '/policies/{policyId}/renewal/accept',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  declineRenewal: {
    method: 'POST',
    path: '/policies/{policyId}/renewal/decline',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  retryRenewal: {
    method: 'POST',
    path: '/policies/{policyId}/renewal/retry',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showPriceChange: {
    method: 'GET',
    path: '/policies/{policyId}/why',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showVersionStatus: {
    method: 'GET',
    path: '/policies/{policyId}/versions/{versionId}/status',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: 2,
    answers: ['application/json'],
  },
  showDataset: {
    method: 'GET',
    path: '/datasets/{datasetId}',
    keys: 'none',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  listDatasetItems: {
    method: 'GET',
    path: '/datasets/{datasetId}/dataset_items',
    keys: 'none',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  listDistinctValues: {
    method: 'GET',
    path: '/datasets/{datasetId}/items_distinct_values',
    keys: 'none',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showDatasetItem: {
    method: 'GET',
    path: '/dataset_items/{itemId}',
    keys: 'none',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showOfferAssets: {
    method: 'GET',
    path: '/policies/offers/{id}/assets',
    keys: 'none',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json', 'application/pdf'],
  },
  showOfferDocument: {
    method: 'GET',
    path: '/policies/offers/{id}/assets/{versionId}/{file}',
    keys: 'none',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/pdf', 'application/json'],
  },
  showPolicyAssets: {
    method: 'GET',
    path: '/policies/policies/{id}/assets',
    keys: 'none',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json', 'application/pdf'],
  },
  showPolicyDocument: {
    method: 'GET',
    path: '/policies/policies/{id}/assets/{versionId}/{file}',
    keys: 'none',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/pdf', 'application/json'],
  },
  showDistributor: {
    method: 'GET',
    path: '/distributors/{id}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showItem: {
    method: 'GET',
    path: '/items/{id}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showTouchpoint: {
    method: 'GET',
    path: '/touchpoints/{id}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  listAccounts: {
    method: 'GET',
    path: '/manage/accounts',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  createDistributor: {
    method: 'POST',
    path: '/manage/distributors',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  listKeys: {
    method: 'GET',
    path: '/manage/keys',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  createKey: {
    method: 'POST',
    path: '/manage/keys',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  rotateKey: {
    method: 'POST',
    path: '/manage/keys/{keyId}/rotate',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  revokeKey: {
    method: 'POST',
    path: '/manage/keys/{keyId}/revoke',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  listPaymentProviders: {
    method: 'GET',
    path: '/manage/payment_providers',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  declarePaymentProvider: {
    method: 'POST',
    path: '/manage/payment_providers',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  removePaymentProvider: {
    method: 'DELETE',
    path: '/manage/payment_providers/{provider}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  listProducts: {
    method: 'GET',
    path: '/manage/products',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showProduct: {
    method: 'GET',
    path: '/manage/products/{productId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showProductVersion: {
    method: 'GET',
    path: '/manage/product_versions/{versionId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  pullProduct: {
    method: 'GET',
    path: '/manage/product_versions/{versionId}/files',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  compareVersions: {
    method: 'GET',
    path: '/manage/product_versions/{versionId}/differences',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  publishProduct: {
    method: 'POST',
    path: '/manage/product_versions/{versionId}/publish',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  explainQuote: {
    method: 'GET',
    path: '/manage/quotes/{quoteId}/explanation',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  explainPolicy: {
    method: 'GET',
    path: '/manage/policies/{policyId}/explanation',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  fillQuoteWorkbook: {
    method: 'GET',
    path: '/manage/quotes/{quoteId}/workbook',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  },
  startPortfolioCheck: {
    method: 'POST',
    path: '/manage/portfolio_checks',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  showPortfolioCheck: {
    method: 'GET',
    path: '/manage/portfolio_checks/{checkId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  askForImpact: {
    method: 'POST',
    path: '/manage/impacts',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  listImpacts: {
    method: 'GET',
    path: '/manage/impacts',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showImpact: {
    method: 'GET',
    path: '/manage/impacts/{impactId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  stopImpact: {
    method: 'POST',
    path: '/manage/impacts/{impactId}/stop',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  exportImpact: {
    method: 'GET',
    path: '/manage/impacts/{impactId}/rows',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['text/csv'],
  },
  createClock: {
    method: 'POST',
    path: '/manage/clocks',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  listClocks: {
    method: 'GET',
    path: '/manage/clocks',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showClock: {
    method: 'GET',
    path: '/manage/clocks/{clockId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  advanceClock: {
    method: 'POST',
    path: '/manage/clocks/{clockId}/advance',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  publishOnClock: {
    method: 'POST',
    path: '/manage/clocks/{clockId}/publish',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  listDatasets: {
    method: 'GET',
    path: '/manage/datasets',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showManagedDataset: {
    method: 'GET',
    path: '/manage/datasets/{datasetKey}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  exportDataset: {
    method: 'GET',
    path: '/manage/datasets/{datasetKey}/export',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['text/csv', 'application/x-ndjson'],
  },
  listAccessTokens: {
    method: 'GET',
    path: '/manage/access_tokens',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  createAccessToken: {
    method: 'POST',
    path: '/manage/access_tokens',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  revokeAccessToken: {
    method: 'POST',
    path: '/manage/access_tokens/{tokenId}/revoke',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  searchQuotes: {
    method: 'GET',
    path: '/manage/quotes',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  searchLeads: {
    method: 'GET',
    path: '/manage/leads',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  searchOffers: {
    method: 'GET',
    path: '/manage/offers',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  searchPolicies: {
    method: 'GET',
    path: '/manage/policies',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  searchRenewals: {
    method: 'GET',
    path: '/manage/renewals',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  dryRunRenewals: {
    method: 'GET',
    path: '/manage/renewals/dry_run',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  searchDunning: {
    method: 'GET',
    path: '/manage/dunning',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  holdDunning: {
    method: 'POST',
    path: '/manage/dunning/holds',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  listHolds: {
    method: 'GET',
    path: '/manage/dunning/holds',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  releaseHold: {
    method: 'POST',
    path: '/manage/dunning/holds/{holdId}/release',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  showDunningCase: {
    method: 'GET',
    path: '/manage/dunning/{caseId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  searchPayments: {
    method: 'GET',
    path: '/manage/payments',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  resolvePayment: {
    method: 'POST',
    path: '/manage/payments/{paymentId}/resolve',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  resolveRefund: {
    method: 'POST',
    path: '/manage/refunds/{refundId}/resolve',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  searchInvoices: {
    method: 'GET',
    path: '/manage/invoices',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showInvoice: {
    method: 'GET',
    path: '/manage/invoices/{invoiceId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  writeOffInvoice: {
    method: 'POST',
    path: '/manage/invoices/{invoiceId}/write_off',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  recordReceipt: {
    method: 'POST',
    path: '/manage/invoices/{invoiceId}/receipts',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  searchReceipts: {
    method: 'GET',
    path: '/manage/receipts',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  matchReceipt: {
    method: 'POST',
    path: '/manage/receipts/{receiptId}/match',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  dismissReceipt: {
    method: 'POST',
    path: '/manage/receipts/{receiptId}/dismiss',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  showPolicyHistory: {
    method: 'GET',
    path: '/manage/policies/{policyId}/history',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  listEvents: {
    method: 'GET',
    path: '/manage/events',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  listAudit: {
    method: 'GET',
    path: '/manage/audit',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  listEvidence: {
    method: 'GET',
    path: '/manage/evidence',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  createWebhook: {
    method: 'POST',
    path: '/manage/webhooks',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  listWebhooks: {
    method: 'GET',
    path: '/manage/webhooks',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  showWebhook: {
    method: 'GET',
    path: '/manage/webhooks/{webhookId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  changeWebhook: {
    method: 'PATCH',
    path: '/manage/webhooks/{webhookId}',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/manage/webhooks/{webhookId}',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  testWebhook: {
    method: 'POST',
    path: '/manage/webhooks/{webhookId}/test',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  rotateWebhook: {
    method: 'POST',
    path: '/manage/webhooks/{webhookId}/rotate',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  listDeliveries: {
    method: 'GET',
    path: '/manage/webhooks/{webhookId}/deliveries',
    keys: 'secret',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  resendDeliveries: {
    method: 'POST',
    path: '/manage/webhooks/{webhookId}/resend',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  validateProduct: {
    method: 'POST',
    path: '/manage/products/validate',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  planProduct: {
    method: 'POST',
    path: '/manage/products/plan',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  pushProduct: {
    method: 'POST',
    path: '/manage/products/push',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  keepWhatIf: {
    method: 'POST',
    path: '/manage/products/what_ifs',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: true,
    version: null,
    answers: ['application/json'],
  },
  priceFolder: {
    method: 'POST',
    path: '/manage/products/price',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  previewDocuments: {
    method: 'POST',
    path: '/manage/products/documents',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  draftFromWorkbook: {
    method: 'POST',
    path: '/manage/products/draft_from_workbook',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  replaceWorkbook: {
    method: 'POST',
    path: '/manage/products/replace_workbook',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  importDataset: {
    method: 'POST',
    path: '/manage/datasets/{datasetKey}/import',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  importReceipts: {
    method: 'POST',
    path: '/manage/receipts/import',
    keys: 'secret',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  receivePaymentCallback: {
    method: 'POST',
    path: '/payments/callbacks/{provider}',
    keys: 'none',
    takesBody: true,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  health: {
    method: 'GET',
    path: '/healthz',
    keys: 'none',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  ready: {
    method: 'GET',
    path: '/readyz',
    keys: 'none',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['application/json'],
  },
  metrics: {
    method: 'GET',
    path: '/metrics',
    keys: 'none',
    takesBody: false,
    takesIdempotencyKey: false,
    version: null,
    answers: ['text/plain'],
  },
}
