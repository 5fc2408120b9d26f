import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

const urls = (count: number) => plural(count, 'en', { one: 'URL', other: 'URLs' })
const pages = (count: number) => plural(count, 'en', { one: 'page', other: 'pages' })

/** The knowledge base: its sources, one source, and what a call finds in them. */
export const knowledge = {
  title: 'Knowledge',
  lead: (sources: ReactNode, count: number, links: ReactNode, linksMax: ReactNode) => (
    <>
      {sources} {plural(count, 'en', { one: 'source', other: 'sources' })}. The plan has {linksMax} links,{' '}
      {links} are used.
    </>
  ),
  leadShort: 'What calls and chats look answers up in.',
  addDomain: 'Add a domain…',
  addFiles: 'Add files…',
  addUrl: 'Add a page…',
  sources: 'Sources',
  none: 'The knowledge base of this project is empty.',
  noneNext: 'Add the website of the business, or files with what people ask. Files can be dropped here.',
  heads: { source: 'Source', state: 'State', pages: 'Pages', last: 'Last read', next: 'Next crawl' },
  type: 'Type',
  state: 'State',
  types: { domains: 'domain', urls: 'single page', files: 'file' },
  states: {
    pending: 'waits',
    syncing: 'crawls',
    success: 'in the index',
    partial: 'in part',
    failed: 'failed',
  },
  addedBy: (type: string, who: ReactNode) => (
    <>
      {type}, added by {who}
    </>
  ),
  byKey: (name: ReactNode) => <>the key {name}</>,
  byOperator: 'the operator',
  noNext: 'only when asked',
  notYet: 'not yet',
  progress: (done: ReactNode, found: ReactNode, left: ReactNode) => (
    <>
      <b>{done}</b> of {found} URLs looked at, {left} left out
    </>
  ),
  took: (taken: ReactNode, found: ReactNode, left: ReactNode, failed: ReactNode | null) => (
    <>
      {taken} of {found} URLs taken, {left} left out{failed === null ? '' : <>, {failed} failed</>}
    </>
  ),
  waitsFor: {
    host: (since: ReactNode) => (
      <>
        Waits for another crawl of the organization at the same host, since {since}. It begins when that one
        ends.
      </>
    ),
    worker: (since: ReactNode) => (
      <>Waits for a worker, since {since}. If none begins within a minute, look whether a worker runs.</>
    ),
    pause: 'Waits a moment before it goes on.',
  },
  advice: {
    quota: 'Remove sources, or ask the operator for more links; then crawl again.',
    bound:
      'Narrow the domain or its patterns, so that the crawl spends itself on what matters; then crawl again.',
    silence: 'Look whether the site is up, then crawl again.',
    failed: 'Look at the failed URLs below, mend the site or the patterns, then crawl again.',
    shrunk:
      'Look whether the site shows its pages again, then crawl again. If it has become that small, crawling again drops the others.',
    robots: 'The owner of the site can allow SwitchboardBot in robots.txt; then crawl again.',
    canceled: 'What was read stays. Crawl again when it may go on.',
  },
  failedWith: (words: ReactNode) => <>The reason: {words}.</>,
  crawlNow: 'Crawl now',
  crawlNowLabel: (name: string) => `Crawl ${name} now`,
  crawlAsked: (name: ReactNode) => <>{name} will be crawled.</>,
  crawlsFull: (most: string) => `${most} crawls of the organization are open, which is the most.`,
  linksFull: 'All links of the plan are used.',
  domainsFull: (most: string) => `The organization has ${most} domains, which is the most.`,
  readAgain: 'Read again',
  noAddress: 'Its address is not known yet.',
  readAgainDone: (name: ReactNode) => <>{name} was read again.</>,
  cancel: 'Cancel the crawl',
  canceled: (name: ReactNode) => <>The crawl of {name} is canceled. What it has read stays.</>,
  remove: 'Remove…',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeBody: (count: ReactNode, number: number) => (
    <>
      <b>{count}</b> {pages(number)} leave the index at once. Calls no longer find them. This can’t be undone;
      the source can be added again.
    </>
  ),
  removeField: 'Number of pages',
  removeHint: (count: string) => `Type ${count} to remove them.`,
  removeFault: (count: string) => `This is not the number of pages. Type ${count}.`,
  removeAction: 'Remove',
  removed: (name: ReactNode) => <>{name} is removed.</>,

  ask: 'Ask as a call would',
  askField: 'Question',
  askHint: 'A workflow’s step look_up gets the same passages.',
  askAction: 'Ask',
  says: 'The assistant would say',
  passages: 'From',
  score: 'Score',
  passage: 'Passage',
  from: 'Source and page',
  spoken: 'As it is spoken',
  nothing: 'The assistant finds nothing: it would go to the step’s “otherwise”.',
  nothingNext: 'Ask with other words, or add a page that has the answer.',
  leftOut: 'These pages sound alike, and were left out:',
  leftOutNone: 'No page that crawls left out has these words in its address.',
  file: 'file',

  domain: 'Domain',
  tabs: 'Of this source',
  tabUrls: 'URLs',
  tabPages: 'Pages',
  tabSettings: 'Settings',
  urls: 'URLs of the last crawl',
  urlHeads: { url: 'URL', rule: 'Rule', depth: 'Depth', status: 'HTTP', at: 'Decided' },
  foundOn: (page: ReactNode) => <>found on {page}</>,
  isStart: 'the start',
  leadsTo: (page: ReactNode) => <>leads to {page}</>,
  reason: 'Rule',
  address: 'Address has',
  urlStates: {
    waiting: 'waits',
    indexed: 'taken',
    unchanged: 'taken, unchanged',
    skipped: 'left out',
    failed: 'failed',
    gone: 'does not exist',
  },
  rules: {
    take: 'would be taken',
    wait: 'next to be looked at',
    failed: 'failed',
    gone: 'does not exist',
    robots: 'robots.txt',
    pattern: 'pattern',
    depth: 'depth',
    scope: 'outside of the domain',
    type: 'no HTML',
    noindex: 'noindex',
    canonical: 'other address',
    redirect: 'redirect',
    duplicate: 'duplicate',
    empty: 'no text',
    too_large: 'too large',
    trap: 'endless',
    limit: 'bound',
    quota: 'links of the plan',
    private_address: 'private network',
    error: 'failed',
  } as Record<string, string>,
  noUrls: 'No URL is known yet.',
  noUrlsNext: 'They stand here as the crawl finds them.',
  pagesTable: 'Pages in the index',
  pageHeads: { page: 'Page', language: 'Language', passages: 'Passages', size: 'Size', at: 'Indexed' },
  noPages: 'No page of this source is in the index.',
  noPagesNext: 'Look at the URLs: each has the rule that decided.',
  bytes: (size: string) => size,
  toUrls: 'To the URLs',
  settings: {
    domain: 'Domain',
    strategy: 'Crawls',
    pages: 'Pages at most',
    depth: 'Depth at most',
    include: 'Only',
    exclude: 'Never',
    every: 'Crawled again',
    crawler: 'Reads',
    all: 'all below the domain',
    none: 'nothing',
    days: (days: string, count: number) => (count === 1 ? 'every day' : `every ${days} days`),
    change: 'Change…',
    changeHint: 'Saving crawls the domain anew.',
  },
  strategies: { deep_crawl: 'along links', sitemap: 'what sitemaps name' },
  crawlers: { crawler_a: 'as the server sends it', crawler_b: 'as a browser shows it' },
  pageTitle: 'Page',
  pageLead: (count: ReactNode, number: number, at: ReactNode) => (
    <>
      {count} {plural(number, 'en', { one: 'passage', other: 'passages' })}, as they were indexed {at}.
    </>
  ),
  noHeading: 'without a heading',

  newTitle: 'Add a domain',
  changeTitle: (name: ReactNode) => <>Change {name}</>,
  changeCrumb: 'Change',
  newLead: 'Try it first: it shows which pages would be taken, and why others would not. Nothing is stored.',
  domainHint: 'Such as example.com or example.com/docs. The crawl stays below it.',
  patternsHint: 'One in each line, such as /docs/** or https://example.com/blog/*.',
  include: 'Only URLs that match',
  exclude: 'Never URLs that match',
  depthHint: 'Links from the start, 1 to 10.',
  pagesHint: '1 to 1,000.',
  daysUnit: 'days',
  what: 'What',
  how: 'How',
  when: 'When',
  tryIt: 'Try it',
  trying: 'It looks at the site, for 20 seconds at most…',
  tryAgain: 'Try again',
  leaveBody: 'The domain with its settings is not saved.',
  add: 'Add and crawl',
  saveCrawl: 'Save and crawl',
  addUntried: 'Add without trying',
  added: (name: ReactNode) => <>{name} will be crawled. Its progress stands here.</>,
  changedSince: 'The settings have changed since it was tried.',
  preview: 'What a crawl would do',
  previewNone: 'Not tried yet.',
  previewNoneNext: 'Type the domain, then try it.',
  previewWhole: (taken: ReactNode, number: number, found: ReactNode) => (
    <>
      A crawl takes <b>{taken}</b> {pages(number)} of {found} URLs. This is all of it.
    </>
  ),
  previewPart: (taken: ReactNode, number: number, found: ReactNode, end: string) => (
    <>
      <b>{taken}</b> {pages(number)} of {found} URLs so far; it ended {end}. A crawl goes on.
    </>
  ),
  previewEnds: { time: 'after 20 seconds', pages: 'after 25 pages', bytes: 'after 10 MB', whole: '' },
  previewFails: (words: ReactNode) => <>A crawl would fail: {words}.</>,
  previewTrouble: (words: ReactNode) => <>What would go wrong: {words}.</>,
  robotsDelay: (seconds: string) => `robots.txt asks for ${seconds} s between requests, so a crawl is slow.`,
  robotsForbids: 'robots.txt forbids the start.',
  sitemaps: (count: ReactNode, number: number) => (
    <>
      {count} {plural(number, 'en', { one: 'sitemap', other: 'sitemaps' })} in robots.txt
    </>
  ),
  noSitemaps: 'no sitemap in robots.txt',
  scripts: 'The preview reads pages as the server sends them. A crawl runs their scripts and may find more.',
  byRule: 'By rule',
  ruleCount: (count: ReactNode, number: number) => (
    <>
      {count} {urls(number)}
    </>
  ),
  firstUrls: (shown: string, found: string) => `The first ${shown} of ${found} URLs`,
  ruleOfAll: 'All rules',

  filesTitle: 'Add files',
  filesHint:
    'PDF, HTML, Markdown, plain text or Word, at most 20 MB each. A file of the same name is replaced.',
  drop: 'Drop files here, or',
  pick: 'Choose files',
  dropLabel: 'Files to add',
  fileList: 'Files',
  fileWaits: 'waits',
  fileReads: 'is read',
  fileDone: (passages: string, count: number) =>
    `${passages} ${plural(count, 'en', { one: 'passage', other: 'passages' })}`,
  fileCut: (kept: string, found: string) => `the first ${kept} passages of ${found}`,
  fileKinds: { added: 'added', replaced: 'replaced', unchanged: 'unchanged' },
  fileTooLarge: 'has more than 20 MB; split it, or take out its pictures.',
  fileFailed: 'failed',
  again: 'Again',
  againLabel: (name: string) => `Send ${name} again`,
  done: 'Done',
  filesBusy: 'Files are still being added.',
  filesStopTitle: 'Stop adding files?',
  filesStopBody: 'Files that wait are not added. The one that is being read is still added.',
  filesStop: 'Stop',
  filesGoOn: 'Go on',
  urlTitle: 'Add a single page',
  urlField: 'Address',
  urlHint: 'It takes one link of the plan, and is read again only when you ask.',
  urlAction: 'Add',
  urlAdded: (name: ReactNode, passages: string, count: number) => (
    <>
      {name}: {passages} {plural(count, 'en', { one: 'passage', other: 'passages' })}.
    </>
  ),
}
