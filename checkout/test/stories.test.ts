import { describe } from 'vitest'
import { tellChange } from './stories/change.ts'
import { tellEmbedding } from './stories/embedded.ts'
import { tellLists } from './stories/lists.ts'
import { tellSales } from './stories/sell.ts'
import { tellSaved } from './stories/saved.ts'
import { tellTroubles } from './stories/troubles.ts'
import { storiesInOneShop } from './support/tell.ts'

/** One browser and one platform for all: in this order, for some change what is on sale and the time. */
const story = storiesInOneShop()
describe('the checkout sells', () => tellSales(story))
describe('a form with lists', () => tellLists(story))
describe('a sale that waits', () => tellSaved(story))
describe('a policy that changes', () => tellChange(story))
describe('a customer in trouble', () => tellTroubles(story))
describe('on pages of others', () => tellEmbedding(story))
