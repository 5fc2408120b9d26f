import type { ReactNode } from 'react'
import { counted, countedNode, nouns } from './count.tsx'

/** The knowledge base: its sources, one source, and what a call finds in them. */
export const knowledge = {
  changeCrumb: 'تغيير',
  title: 'قاعدة المعرفة',
  lead: (sources: ReactNode, count: number, links: ReactNode, linksMax: ReactNode) => (
    <>
      {countedNode(sources, count, nouns.source)}. روابط الباقة {linksMax}، المستخدم منها {links}.
    </>
  ),
  leadShort: 'حيث تبحث المكالمات والدردشات عن الإجابات.',
  addDomain: 'إضافة نطاق…',
  addFiles: 'إضافة ملفات…',
  addUrl: 'إضافة صفحة…',
  sources: 'المصادر',
  none: 'قاعدة معرفة هذا المشروع فارغة.',
  noneNext: 'أضف موقع النشاط التجاري، أو ملفات فيها ما يسأل عنه الناس. يمكن إفلات الملفات هنا.',
  heads: {
    source: 'المصدر',
    state: 'الحالة',
    pages: 'الصفحات',
    last: 'آخر قراءة',
    next: 'الزحف التالي',
  },
  type: 'النوع',
  state: 'الحالة',
  types: { domains: 'نطاق', urls: 'صفحة واحدة', files: 'ملف' },
  states: {
    pending: 'ينتظر',
    syncing: 'الزحف جارٍ',
    success: 'مُفهرَس',
    partial: 'مُفهرَس جزئيًا',
    failed: 'فشل',
  },
  addedBy: (type: string, who: ReactNode) => (
    <>
      {type}، أضافه {who}
    </>
  ),
  byKey: (name: ReactNode) => <>المفتاح {name}</>,
  byOperator: 'مشغّل النظام',
  noNext: 'عند الطلب فقط',
  notYet: 'ليس بعد',
  progress: (done: ReactNode, found: ReactNode, left: ReactNode) => (
    <>
      فُحص <b>{done}</b> من {found} من العناوين، والمستبعَد {left}
    </>
  ),
  took: (taken: ReactNode, found: ReactNode, left: ReactNode, failed: ReactNode | null) => (
    <>
      أُخذ {taken} من {found} من العناوين، والمستبعَد {left}
      {failed === null ? '' : <>، والفاشل {failed}</>}
    </>
  ),
  waitsFor: {
    host: (since: ReactNode) => (
      <>ينتظر عملية زحف أخرى للمؤسسة على المضيف نفسه، منذ {since}. ويبدأ عند انتهائها.</>
    ),
    worker: (since: ReactNode) => (
      <>ينتظر عامل معالجة، منذ {since}. إن لم يبدأ خلال دقيقة فتحقق من أن عامل معالجة يعمل.</>
    ),
    pause: 'ينتظر لحظات قبل أن يتابع.',
  },
  advice: {
    quota: 'أزل مصادر، أو اطلب من مشغّل النظام روابط أكثر؛ ثم أعد الزحف.',
    bound: 'ضيّق النطاق أو أنماطه، ليقتصر الزحف على المهم؛ ثم أعد الزحف.',
    silence: 'تحقق من أن الموقع يعمل، ثم أعد الزحف.',
    failed: 'راجع العناوين الفاشلة أدناه، وأصلح الموقع أو الأنماط، ثم أعد الزحف.',
    shrunk:
      'تحقق من أن الموقع يعرض صفحاته من جديد، ثم أعد الزحف. وإن صار الموقع بهذا الصغر فعلًا، فإن زحفًا آخر يزيل بقية الصفحات.',
    robots: 'يمكن لمالك الموقع السماح لـ SwitchboardBot في robots.txt؛ ثم أعد الزحف.',
    canceled: 'ما قُرئ باقٍ. أعد الزحف متى أمكن أن يستمر.',
  },
  failedWith: (words: ReactNode) => <>السبب: {words}.</>,
  crawlNow: 'الزحف الآن',
  crawlNowLabel: (name: string) => `الزحف إلى ${name} الآن`,
  crawlAsked: (name: ReactNode) => <>سيجري الزحف إلى {name}.</>,
  crawlsFull: (most: string) => `بلغت عمليات الزحف المفتوحة للمؤسسة حدها الأقصى: ${most}.`,
  linksFull: 'استُخدمت كل روابط الباقة.',
  domainsFull: (most: string) => `بلغت نطاقات المؤسسة حدها الأقصى: ${most}.`,
  readAgain: 'إعادة القراءة',
  noAddress: 'لم يُعرف عنوانها بعد.',
  readAgainDone: (name: ReactNode) => <>أُعيدت قراءة {name}.</>,
  cancel: 'إلغاء الزحف',
  canceled: (name: ReactNode) => <>أُلغي الزحف إلى {name}. وما قرأه باقٍ.</>,
  remove: 'إزالة…',
  removeTitle: (name: string) => `هل تريد إزالة ${name}؟`,
  removeBody: (count: ReactNode, number: number) => (
    <>
      يُزال من الفهرس فورًا: {countedNode(<b>{count}</b>, number, nouns.page)}. لن تجدها المكالمات بعد ذلك. لا
      يمكن التراجع عن هذا؛ ويمكن إضافة المصدر مجددًا.
    </>
  ),
  removeField: 'عدد الصفحات',
  removeHint: (count: string) => `اكتب ${count} لإزالتها.`,
  removeFault: (count: string) => `ليس هذا عدد الصفحات. اكتب ${count}.`,
  removeAction: 'إزالة',
  removed: (name: ReactNode) => <>تمت إزالة {name}.</>,

  ask: 'اسأل كما تسأل المكالمة',
  askField: 'السؤال',
  askHint: 'تحصل خطوة look_up في مسار العمل على المقاطع نفسها.',
  askAction: 'سؤال',
  says: 'ما سيقوله المساعد',
  passages: 'من',
  score: 'الدرجة',
  passage: 'المقطع',
  from: 'المصدر والصفحة',
  spoken: 'كما يُنطق',
  nothing: 'لا يجد المساعد شيئًا: سينتقل إلى «otherwise» في الخطوة.',
  nothingNext: 'اسأل بكلمات أخرى، أو أضف صفحة فيها الإجابة.',
  leftOut: 'هذه الصفحات قريبة من السؤال، واستُبعدت:',
  leftOutNone: 'لا صفحة استبعدها الزحف في عنوانها هذه الكلمات.',
  file: 'ملف',

  domain: 'النطاق',
  tabs: 'أقسام هذا المصدر',
  tabUrls: 'العناوين',
  tabPages: 'الصفحات',
  tabSettings: 'الإعدادات',
  urls: 'عناوين آخر زحف',
  urlHeads: { url: 'العنوان', rule: 'القاعدة', depth: 'العمق', status: 'HTTP', at: 'القرار' },
  foundOn: (page: ReactNode) => <>وُجد في {page}</>,
  isStart: 'البداية',
  leadsTo: (page: ReactNode) => <>يؤدي إلى {page}</>,
  reason: 'القاعدة',
  address: 'العنوان يحوي',
  urlStates: {
    waiting: 'ينتظر',
    indexed: 'مأخوذ',
    unchanged: 'مأخوذ، دون تغيير',
    skipped: 'مستبعَد',
    failed: 'فشل',
    gone: 'غير موجود',
  },
  rules: {
    take: 'سيؤخذ',
    wait: 'يُفحص تاليًا',
    failed: 'فشل',
    gone: 'غير موجود',
    robots: 'robots.txt',
    pattern: 'النمط',
    depth: 'العمق',
    scope: 'خارج النطاق',
    type: 'ليس HTML',
    noindex: 'noindex',
    canonical: 'عنوان آخر',
    redirect: 'إعادة توجيه',
    duplicate: 'مكرر',
    empty: 'بلا نص',
    too_large: 'كبير جدًا',
    trap: 'لا نهاية له',
    limit: 'الحد الأقصى',
    quota: 'روابط الباقة',
    private_address: 'شبكة خاصة',
    error: 'فشل',
  } as Record<string, string>,
  noUrls: 'لا عنوان معروفًا بعد.',
  noUrlsNext: 'تظهر هنا كلما وجدها الزحف.',
  pagesTable: 'الصفحات في الفهرس',
  pageHeads: {
    page: 'الصفحة',
    language: 'اللغة',
    passages: 'المقاطع',
    size: 'الحجم',
    at: 'الفهرسة',
  },
  noPages: 'لا صفحة من هذا المصدر في الفهرس.',
  noPagesNext: 'راجع العناوين: لكل منها القاعدة التي حسمت أمره.',
  bytes: (size: string) => size,
  toUrls: 'إلى العناوين',
  settings: {
    domain: 'النطاق',
    strategy: 'طريقة الزحف',
    pages: 'أقصى عدد للصفحات',
    depth: 'أقصى عمق',
    include: 'هذه فقط',
    exclude: 'ما عدا',
    every: 'إعادة الزحف',
    crawler: 'طريقة القراءة',
    all: 'كل ما تحت النطاق',
    none: 'لا شيء',
    days: (days: string, count: number) =>
      count === 1 ? 'كل يوم' : `كل ${counted(days, count, nouns.day, 'of')}`,
    change: 'تعديل…',
    changeHint: 'يبدأ الحفظ زحفًا جديدًا إلى النطاق.',
  },
  strategies: { deep_crawl: 'بتتبّع الروابط', sitemap: 'ما تذكره خرائط الموقع' },
  crawlers: { crawler_a: 'كما يرسلها الخادم', crawler_b: 'كما يعرضها المتصفح' },
  pageTitle: 'الصفحة',
  pageLead: (count: ReactNode, number: number, at: ReactNode) => (
    <>
      {countedNode(count, number, nouns.passage)}، كما فُهرست {at}.
    </>
  ),
  noHeading: 'بلا عنوان',

  newTitle: 'إضافة نطاق',
  changeTitle: (name: ReactNode) => <>تعديل {name}</>,
  newLead: 'جرّبه أولًا: تظهر الصفحات التي ستؤخذ، ولماذا لا تؤخذ الأخرى. لا يُخزَّن شيء.',
  domainHint: 'مثل example.com أو example.com/docs. يبقى الزحف ضمنه.',
  patternsHint: 'نمط في كل سطر، مثل \u2068/docs/**\u2069 أو \u2068https://example.com/blog/*\u2069.',
  include: 'العناوين المطابقة فقط',
  exclude: 'العناوين المستبعَدة',
  depthHint: 'عدد الروابط من البداية، من 1 إلى 10.',
  pagesHint: 'من 1 إلى 1,000.',
  daysUnit: 'أيام',
  what: 'ماذا',
  how: 'كيف',
  when: 'متى',
  tryIt: 'تجربة',
  trying: 'يجري فحص الموقع، 20 ثانية على الأكثر…',
  tryAgain: 'إعادة التجربة',
  leaveBody: 'لم يُحفظ النطاق وإعداداته.',
  add: 'إضافة وزحف',
  saveCrawl: 'حفظ وزحف',
  addUntried: 'إضافة دون تجربة',
  added: (name: ReactNode) => <>سيجري الزحف إلى {name}. ويظهر تقدمه هنا.</>,
  changedSince: 'تغيرت الإعدادات بعد التجربة.',
  preview: 'ما سيفعله الزحف',
  previewNone: 'لم يُجرَّب بعد.',
  previewNoneNext: 'اكتب النطاق ثم جرّبه.',
  previewWhole: (taken: ReactNode, number: number, found: ReactNode) => (
    <>
      يأخذ الزحف {countedNode(<b>{taken}</b>, number, nouns.page, 'of')} من أصل {found} من العناوين. وهذا كل
      شيء.
    </>
  ),
  previewPart: (taken: ReactNode, number: number, found: ReactNode, end: string) => (
    <>
      حتى الآن {countedNode(<b>{taken}</b>, number, nouns.page)} من أصل {found} من العناوين؛ انتهت المعاينة{' '}
      {end}. أما الزحف فيستمر.
    </>
  ),
  previewEnds: { time: 'بعد 20 ثانية', pages: 'بعد 25 صفحة', bytes: 'بعد 10 ميغابايت', whole: '' },
  previewFails: (words: ReactNode) => <>سيفشل الزحف: {words}.</>,
  previewTrouble: (words: ReactNode) => <>ما قد يتعثر: {words}.</>,
  robotsDelay: (seconds: string) =>
    `يطلب robots.txt فاصلًا قدره ${seconds} ث بين الطلبات، لذا يكون الزحف بطيئًا.`,
  robotsForbids: 'يمنع robots.txt صفحة البداية.',
  sitemaps: (count: ReactNode, number: number) => (
    <>{countedNode(count, number, nouns.sitemap)} في robots.txt</>
  ),
  noSitemaps: 'لا خريطة موقع في robots.txt',
  scripts: 'تقرأ المعاينة الصفحات كما يرسلها الخادم. أما الزحف فيشغّل برامجها النصية وقد يجد أكثر.',
  byRule: 'حسب القاعدة',
  ruleCount: (count: ReactNode, number: number) => <>{countedNode(count, number, nouns.url)}</>,
  firstUrls: (shown: string, found: string) => `أول ${shown} من أصل ${found} من العناوين`,
  ruleOfAll: 'كل القواعد',

  filesTitle: 'إضافة ملفات',
  filesHint:
    'PDF أو HTML أو Markdown أو نص عادي أو Word، 20 ميغابايت لكل منها على الأكثر. يُستبدل الملف ذو الاسم نفسه.',
  drop: 'أفلت الملفات هنا، أو',
  pick: 'اختيار ملفات',
  dropLabel: 'ملفات للإضافة',
  fileList: 'الملفات',
  fileWaits: 'ينتظر',
  fileReads: 'تجري قراءته',
  fileDone: (passages: string, count: number) => counted(passages, count, nouns.passage),
  fileCut: (kept: string, found: string) => `أول ${kept} من أصل ${found} من المقاطع`,
  fileKinds: { added: 'أُضيف', replaced: 'استُبدل', unchanged: 'دون تغيير' },
  fileTooLarge: 'أكبر من 20 ميغابايت؛ قسّمه أو أزل صوره.',
  fileFailed: 'فشل',
  again: 'إعادة',
  againLabel: (name: string) => `إعادة إرسال ${name}`,
  done: 'تم',
  filesBusy: 'لا تزال الملفات قيد الإضافة.',
  filesStopTitle: 'هل تريد إيقاف إضافة الملفات؟',
  filesStopBody: 'لن تُضاف الملفات التي تنتظر. أما الملف الذي تجري قراءته فسيُضاف.',
  filesStop: 'إيقاف',
  filesGoOn: 'متابعة',
  urlTitle: 'إضافة صفحة واحدة',
  urlField: 'العنوان',
  urlHint: 'تستهلك رابطًا واحدًا من الباقة، ولا تُعاد قراءتها إلا بطلبك.',
  urlAction: 'إضافة',
  urlAdded: (name: ReactNode, passages: string, count: number) => (
    <>
      {name}: {counted(passages, count, nouns.passage)}.
    </>
  ),
}
