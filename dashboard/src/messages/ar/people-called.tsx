import type { ReactNode } from 'react'
import { countedNode, nouns } from './count.tsx'

/** The people who are called and written to. */
export const peopleCalled = {
  title: 'جهات الاتصال',
  lead: (total: ReactNode, count: number, isFiltered: boolean) => (
    <>
      {isFiltered ? 'المطابق لهذا البحث' : 'الإجمالي'}: {countedNode(total, count, nouns.person)}، الأحدث تواصلًا
      أولًا.
    </>
  ),
  searchHint: 'اسم أو رقم أو اسم مستخدم أو معرّف',
  channel: 'قناة التواصل',
  from: 'آخر تواصل من',
  to: 'آخر تواصل حتى',
  heads: {
    who: 'الشخص',
    calls: 'المكالمات',
    chats: 'الدردشات',
    last: 'آخر تواصل',
    displayId: 'المعرّف المعروض',
    limits: 'ما لا يمكن',
  },
  hiddenNumber: 'الرقم مخفي',
  noNumber: 'بلا رقم',
  never: 'أبدًا',
  none: 'لم يُتصل بأحد ولم يُراسَل أحد بعد.',
  noneNext: 'يظهر هنا كل من يُتصل به أو يكتب، منذ ذلك الحين.',
  toCampaigns: 'إلى الحملات',
  displayId: 'display_id',
  actions: {
    call: 'مكالمات',
    authentication_template: 'قوالب مصادقة',
    message: 'رسائل',
  } as Record<string, string>,
  no: (actions: string) => `لا ${actions}`,
  limits: {
    call: {
      number_hidden: 'لا يمكن الاتصال به: يخفي واتساب الرقم.',
      no_number: 'لا يمكن الاتصال به: لا رقم معروفًا له.',
      do_not_call: 'لا يمكن الاتصال به: كل أرقامه في قائمة عدم الاتصال.',
    },
    authentication_template: {
      number_hidden: 'لا تصله قوالب المصادقة: لا يرسلها واتساب إلا إلى أرقام ظاهرة.',
      no_number: 'لا تصله قوالب المصادقة: فهي تحتاج إلى رقم.',
    },
    message: { no_address: 'لا تمكن مراسلته: لا رقم ولا معرّف واتساب معروفًا له.' },
  } as Record<string, Record<string, string>>,
  limitsNext: 'ينتهي هذا عندما يشارك الشخص رقمه في رسالة.',
  canWrite: 'يمكن إرسال كل ما عدا ذلك: تُرسل الرسائل إلى المعرّف.',

  person: 'الشخص',
  contacts: (calls: ReactNode, callCount: number, chats: ReactNode, chatCount: number) => (
    <>
      {countedNode(calls, callCount, nouns.call)} و{countedNode(chats, chatCount, nouns.chat)}.
    </>
  ),
  lastContact: (at: ReactNode) => <>آخر تواصل {at}.</>,
  openTickets: (count: ReactNode, number: number) => (
    <>مفتوح حاليًا: {countedNode(count, number, nouns.ticket)}.</>
  ),
  isOptedOut: (since: ReactNode) => <>لا يقبل رسائل واتساب منذ {since}.</>,
  about: 'بيانات الشخص',
  facts: {
    name: 'الاسم',
    displayId: 'معرّف العرض',
    number: 'الرقم',
    username: 'اسم المستخدم',
    whatsapp: 'معرّف واتساب',
    email: 'البريد الإلكتروني',
    web: 'الويب',
    telegram: 'تيليجرام',
    firstSeen: 'أول تواصل',
  },
  unknownName: 'غير معروف',
  properties: 'الخصائص',
  noProperties: 'لا خصائص معروفة.',
  optOuts: 'إلغاءات الاشتراك',
  noOptOut: 'يقبل الرسائل: لم يُلغَ أي اشتراك.',
  scopes: { all: 'كل الرسائل', marketing: 'رسائل التسويق' } as Record<string, string>,
  sources: {
    message: 'كتب الشخص STOP',
    provider: 'أوقفها الشخص داخل واتساب',
    operator: 'ألغاها أحد هنا',
  } as Record<string, string>,
  optOutSince: (source: string, at: ReactNode) => (
    <>
      {source}، منذ {at}
    </>
  ),
  optOutWhy: (why: ReactNode) => <>السبب: {why}</>,

  call: 'اتصال…',
  callTitle: (who: string) => `الاتصال بـ\u2068${who}\u2069`,
  campaign: 'ضمن الحملة',
  callNext: 'متابعة',
  noCampaign: 'لا توجد حملة جاهزة للاتصال.',
  noCampaignNext: 'تحتاج الحملة إلى رقم متصل وما تنطقه.',
  send: 'إرسال رسالة',
  optOut: 'إلغاء الاشتراك…',
  optIn: 'إعادة الاشتراك…',

  timeline: 'ما حدث',
  shows: 'ما يُعرض',
  kinds: {
    all: 'الكل',
    calls: 'المكالمات والدردشات',
    messages: 'الرسائل',
    tickets: 'التذاكر',
    opt_outs: 'إلغاءات الاشتراك',
    merges: 'عمليات الدمج',
  } as Record<string, string>,
  nothing: 'لم يحدث شيء بعد.',
  older: 'الأقدم',
  newest: 'إلى الأحدث',
  pages: 'صفحات السجل الزمني',
  entries: {
    call: (campaign: ReactNode | null) => (campaign === null ? <>مكالمة</> : <>مكالمة من {campaign}</>),
    inboundCall: 'مكالمة من الشخص',
    chat: (channel: string) => `بدأت دردشة على ${channel}`,
    wrote: 'كتب',
    wasSent: 'أُرسل إليه',
    sentKind: (kind: ReactNode) => <>أُرسل إليه: {kind}</>,
    wroteKind: (kind: ReactNode) => <>أرسل: {kind}</>,
    ticketOpened: 'فُتحت تذكرة',
    ticketClosed: 'أُغلقت تذكرة',
    optedOut: (scope: string) => `أُلغي الاشتراك: ${scope}`,
    optedIn: 'أُعيد الاشتراك',
    merged: 'دُمج ملف آخر في هذا الملف',
  },
  by: (name: ReactNode) => <>بواسطة {name}</>,
  lasted: (duration: ReactNode) => <>المدة {duration}</>,
  code: (code: ReactNode) => <>الرمز {code}</>,
  mergesTitle: 'ملفات مدمجة',
  mergeOf: (who: ReactNode, when: ReactNode) => (
    <>
      {who}، دُمج {when}
    </>
  ),
  mergeWhy: (contacts: ReactNode) => <>السبب: {contacts} ذكر الملفين معًا.</>,
  mergeByImport: 'السبب: ذكرت عملية استيراد الملفين كشخص واحد.',
  mergeUnknown: 'دمجهما إصدار أقدم لم يحفظ السبب. لا يمكن فصلهما.',
  moreMerges: (count: ReactNode) => <>المعروض آخر {count}.</>,
  checkFirst: 'انتظر حتى يظهر ما سيحدث.',
  separateOpen: 'فصل…',
  separate: 'فصل',
  separateTitle: (who: string) => `فصل ${who}؟`,
  separateLead: 'يعود الملف الآخر مع كل ما جاء عبر أرقامه وعناوينه. ولا يُدمج الملفان تلقائيًا مرة أخرى.',
  separateContact: (contact: string) => `${contact} يتبع`,
  asBefore: 'من كان له من قبل',
  toSurvivor: 'الملف في هذه الصفحة',
  toMerged: 'الملف الذي يعود',
  separateMoves: (conversations: ReactNode, messages: ReactNode, tickets: ReactNode, contacts: ReactNode) => (
    <>
      ينتقل: المكالمات والمحادثات {conversations}، الرسائل {messages}، التذاكر {tickets}، بيانات الاتصال{' '}
      {contacts}.
    </>
  ),
  separateProperties: (names: ReactNode) => <>تنتقل هذه الخصائص: {names}.</>,
  separated: 'عاد الملفان منفصلين.',
  eraseOpen: 'محو…',
  erase: 'محو',
  eraseTitle: (who: string) => `محو ${who}؟`,
  eraseLead:
    'يُحذف الاسم والأرقام والرسائل والنصوص وكل ما يُعرف عن هذا الشخص نهائيًا. ويبقى ما حدث في الأعداد. وتبقى رغبته في عدم الاتصال أو المراسلة دون الرقم.',
  eraseCounts: (
    conversations: ReactNode,
    messages: ReactNode,
    lines: ReactNode,
    tickets: ReactNode,
    contacts: ReactNode,
  ) => (
    <>
      يُحذف أو يُجعل مجهولًا: المكالمات والمحادثات {conversations}، الرسائل {messages}، أسطر النصوص {lines}،
      التذاكر {tickets}، بيانات الاتصال {contacts}.
    </>
  ),
  erased: 'يجري محو الشخص.',
  exportAll: 'كل ما يُعرف بصيغة JSON',
  callStates: {
    initiated: 'جارٍ الاتصال',
    dialling: 'جارٍ الاتصال',
    ringing: 'يرنّ',
    live: 'جارية',
    completed: 'مكتملة',
    no_answer: 'لا رد',
    busy: 'مشغول',
    failed: 'فاشلة',
    canceled: 'ملغاة',
    waiting: 'تنتظر الاتصال',
    expired: 'منتهية المهلة: انتهت الحملة قبلها',
    voicemail: 'بريد صوتي',
    unresolved: 'غير معروفة بعد',
    never_placed: 'لم تُجرَ',
  } as Record<string, string>,
  messageStates: {
    processing: 'قيد الإرسال',
    unresolved: 'غير معروفة بعد',
    sent: 'مُرسَلة',
    delivered: 'مُسلَّمة',
    read: 'مقروءة',
    failed: 'فاشلة',
  } as Record<string, string>,
  openers: {
    workflow: 'بواسطة مسار عمل',
    keyword: 'بكلمة في رسالة',
    agent: 'بواسطة وكيل',
    operator: 'بواسطة شخص',
  } as Record<string, string>,
}
