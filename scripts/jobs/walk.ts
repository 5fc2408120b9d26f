import assert from 'node:assert/strict'
import path from 'node:path'
import type { Locator, Page } from 'playwright-core'

/**
 * The keystroke-level model of Card, Moran and Newell, in seconds: one key, one pointing, one press of a button (or
 * touch), one move of the hand between keys and pointer, one decision.
 */
const keySeconds = 0.28
const pointSeconds = 1.1
const pressSeconds = 0.2
const handSeconds = 0.4
const decideSeconds = 1.35

/** A page that takes longer than this is a failure of the job. */
const answerMsMax = 30_000

export interface WalkOptions {
  isPhone: boolean
  /** Where a picture of each step goes; null: none is taken. */
  folder: string | null
  /** Begins the names of the pictures. */
  name: string
}

/**
 * Does a job as a person does it, by what is seen and read aloud, and counts what it costs: steps (each click, field
 * and paste) and seconds, which are those of the keystroke-level model and the measured waits for what comes next.
 */
export class Walk {
  readonly page: Page
  /** Clicks, keys and pastes. */
  steps = 0
  /** Fields that are filled by typing. */
  typed = 0
  personSeconds = 0
  answerMs = 0
  #hand: 'pointer' | 'keys' = 'pointer'
  #pictures = 0
  readonly #options: WalkOptions

  constructor(page: Page, options: WalkOptions) {
    this.page = page
    this.#options = options
  }

  get name(): string {
    return this.#options.name
  }

  get isPhone(): boolean {
    return this.#options.isPhone
  }

  /** Presses a button, a link or anything else that is there to press. */
  async press(what: Locator): Promise<void> {
    await this.#comesUp(what)
    this.#point()
    this.steps++
    await (this.isPhone ? what.tap() : what.click())
  }

  /** Presses a key that the page listens to. */
  async key(name: string): Promise<void> {
    this.#decide()
    this.#keys(1)
    this.steps++
    await this.page.keyboard.press(name)
  }

  /** Fills a field by typing; what stood there is replaced. */
  async type(field: Locator, text: string): Promise<void> {
    await this.#comesUp(field)
    if (!(await hasFocus(field))) this.#point()
    else this.#decide()
    this.#keys(text.length)
    this.typed++
    await field.fill(text)
  }

  /** Pastes into a field that has the focus already, and presses Enter if asked to: both are one step. */
  async paste(field: Locator, text: string, { enter = false } = {}): Promise<void> {
    await this.#comesUp(field)
    // Somebody who opens a field to paste into it has decided that already.
    if (!(await hasFocus(field))) this.#point()
    // On a phone: a long press, then the word that comes up.
    if (this.isPhone) this.personSeconds += 2 * (pointSeconds + pressSeconds)
    else this.#keys(2)
    this.steps++
    await field.fill(text)
    if (!enter) return
    this.#keys(1)
    await field.press('Enter')
  }

  /** Chooses from a list of the browser's own: opens it, and points at the option. */
  async choose(field: Locator, option: string | { index: number }): Promise<void> {
    await this.#comesUp(field)
    this.#point()
    this.personSeconds += pointSeconds + pressSeconds
    this.steps++
    await field.selectOption(option)
  }

  /** Waits until what the job is done for is there to be read. */
  async ends(what: Locator): Promise<void> {
    await this.#comesUp(what)
  }

  /** Waits for what the person looks for. It has to be in sight or to be scrolled to. */
  async #comesUp(what: Locator): Promise<void> {
    const begun = performance.now()
    await what.first().waitFor({ timeout: answerMsMax })
    this.answerMs += performance.now() - begun
    assert.equal(await what.count(), 1, `${this.#options.name}: more than one ${String(what)}`)
    await this.#scrollTo(what)
    await this.#picture()
  }

  /** A person scrolls by a gesture for each screen. */
  async #scrollTo(what: Locator): Promise<void> {
    const box = await what.boundingBox()
    const height = this.page.viewportSize()?.height ?? 0
    if (box === null || height === 0) return
    const screens = box.y < 0 ? -box.y / height : (box.y + box.height - height) / height
    if (screens <= 0) return
    this.personSeconds += Math.ceil(screens) * pointSeconds
    await what.scrollIntoViewIfNeeded()
  }

  async #picture(): Promise<void> {
    const { folder, name } = this.#options
    if (folder === null) return
    this.#pictures++
    await this.page.screenshot({ path: path.join(folder, `${name}-${this.#pictures}.png`) })
  }

  #point(): void {
    this.#decide()
    this.#moveHand('pointer')
    this.personSeconds += pointSeconds + pressSeconds
  }

  #keys(count: number): void {
    this.#moveHand('keys')
    this.personSeconds += count * keySeconds
  }

  #decide(): void {
    this.personSeconds += decideSeconds
  }

  /** A thumb is where it points. */
  #moveHand(to: 'pointer' | 'keys'): void {
    if (this.#hand !== to && !this.isPhone) this.personSeconds += handSeconds
    this.#hand = to
  }
}

function hasFocus(field: Locator): Promise<boolean> {
  return field.evaluate(
    (element: { ownerDocument: { activeElement: unknown } }) =>
      element.ownerDocument.activeElement === element,
  )
}
