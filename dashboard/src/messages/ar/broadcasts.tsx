import type { ReactNode } from 'react'
import { countedNode, nouns } from './count.tsx'

/**
 * What is to be done after a failure: by WhatsApp's code where the code has advice of its own, else by what it is
 * about.
 */
const adviceByCode: Record<string, string> = {
  '131000': 'حدث خطأ لدى واتساب. أرسل مجددًا.',
  '130472': 'الأمر لدى واتساب: يحجب رسائل التسويق عن هذا الشخص. استخدم قالب خدمات.',
  '131026': 'الأمر لديك: اطلب من العميل رقمًا آخر، أو أجرِ مكالمة.',
  '131030': 'الأمر لديك: أضف الرقم إلى قائمة رقم الاختبار لدى Meta، ثم أرسل مجددًا.',
  '131042': 'الأمر لديك: أصلح وسيلة الدفع لدى Meta، ثم أرسل مجددًا.',
  '131047': 'الأمر لديك: أرسل قالبًا، أو انتظر حتى يكتب الشخص.',
  '131048': 'الأمر لدى واتساب: أبلغ أشخاص عن رسائل رقم الإرسال. انتظر بضع ساعات وراسل عددًا أقل.',
  '131049': 'الأمر لدى واتساب: انتظر 24 ساعة من وقت الفشل، أو استخدم قالب خدمات.',
  '131050': 'لا يريد الشخص رسائل تسويق. لا ترسل إليه أيًّا منها.',
  '131053': 'الأمر لديك: تأكد من أن عنوان الوسائط عام، ثم أرسل مجددًا.',
  '131056': 'انتظر دقيقة ثم أرسل مجددًا.',
  '131062': 'يحتاج القالب إلى رقم، وقد أخفى هذا الشخص رقمه. استخدم قالبًا آخر.',
  '132001': 'الأمر لديك: زامن القوالب واختر قالبًا موافقًا عليه.',
  '132015': 'الأمر لدى واتساب: أوقف القالب مؤقتًا. أرسل مجددًا بعد الموافقة عليه.',
  '132016': 'الأمر لديك: عُطّل القالب نهائيًا. أنشئ قالبًا جديدًا لدى Meta.',
}

const adviceByAbout: Record<string, string> = {
  recipient: 'الأمر لديك: استخدم رقمًا آخر أو قناة أخرى.',
  message: 'الأمر لديك: أصلح محتوى الرسالة، ثم أرسل مجددًا.',
  template: 'الأمر لديك: قارن القالب بنظيره لدى Meta، ثم أرسل مجددًا.',
  sender: 'الأمر لديك: يصلح أحد المشرفين رقم الإرسال، ثم يمكن الإرسال مجددًا.',
  window: 'الأمر لديك: أرسل قالبًا، أو انتظر حتى يكتب الشخص.',
  opt_out: 'لا يريد الشخص رسائل كهذه. لا ترسل إليه أيًّا منها.',
  quota: 'الأمر لدى واتساب: انتظر ثم أرسل مجددًا.',
}

const reasonsShort: Record<string, string> = {
  '130472': 'حُجب التسويق',
  '131000': 'خطأ لدى واتساب',
  '131026': 'يتعذر التسليم',
  '131042': 'الحساب غير مدفوع',
  '131047': 'كانت النافذة مغلقة',
  '131048': 'رقم الإرسال مقيّد',
  '131049': 'حد واتساب للشخص',
  '131050': 'أوقف التسويق',
  '131053': 'لم تُجلب الوسائط',
  '132000': 'القيم غير ملائمة',
  '132001': 'لا قالب كهذا',
  '132015': 'القالب موقوف مؤقتًا',
  '132016': 'القالب معطّل',
}

/** Broadcasts, their messages, and the sends of the plan. */
export const broadcasts = {
  title: 'البث',
  lead: 'ما تُرسل به الرسائل: رقم إرسال، وقالب حيث قد تُرسل خارج نافذة 24 ساعة.',
  tabs: 'عمليات البث ورسائل الباقة',
  tabList: 'عمليات البث',
  tabSends: 'رسائل الباقة',
  new: 'بث جديد…',
  edit: 'تعديل…',
  editLabel: (name: string) => `تعديل ${name}`,
  send: 'إرسال رسالة…',
  sendLabel: (name: string) => `إرسال رسالة واحدة ضمن ${name}`,
  table: 'عمليات البث',
  empty: 'لا توجد عمليات بث بعد.',
  emptyNext: 'يحدد البث رقم الإرسال والقالب؛ ثم يمكن إرسال رسالة واحدة ضمنه.',
  heads: { name: 'البث', sender: 'رقم الإرسال', template: 'القالب', messages: 'الرسائل' },
  freeForm: 'رسائل حرة فقط',
  noMessages: 'لا شيء بعد',
  senderStates: { connected: 'متصل', disconnected: 'غير متصل' } as Record<string, string>,
  templateStates: {
    approved: 'موافق عليه',
    pending: 'قيد المراجعة لدى Meta',
    rejected: 'مرفوض من Meta',
    paused: 'موقوف مؤقتًا من Meta',
    disabled: 'معطّل من Meta',
  } as Record<string, string>,
  statuses: {
    processing: 'قيد الإرسال',
    unresolved: 'غير معروفة بعد',
    sent: 'مُرسَلة',
    delivered: 'مُسلَّمة',
    read: 'مقروءة',
    failed: 'فاشلة',
  } as Record<string, string>,
  states: {
    processing: 'قيد الإرسال',
    unresolved: 'غير معروفة بعد',
    sent: 'مُرسَلة',
    delivered: 'مُسلَّمة',
    read: 'مقروءة',
    failed: 'فاشلة',
  } as Record<string, string>,
  figure: (count: ReactNode, state: string) => (
    <>
      {count} {state}
    </>
  ),
  all: 'الكل',
  tabStatus: 'الرسائل حسب الحالة',

  /** One broadcast. */
  standing: (total: ReactNode, count: number, since: ReactNode) => (
    <>
      {countedNode(total, count, nouns.message)} منذ {since}.
    </>
  ),
  standingFailed: (failed: ReactNode, unresolved: ReactNode | null) => (
    <>
      {' '}
      الفاشلة: {failed}
      {unresolved !== null && <>، غير المعروفة بعد: {unresolved}</>}.
    </>
  ),
  neverSent: 'لم تُرسل أي رسالة بعد.',
  disconnected: ' لا يمكن الإرسال: رقم الإرسال غير متصل. يصله أحد المشرفين.',
  reasons: 'أسباب الفشل',
  reasonNone: 'لم يعطِ واتساب رمزًا',
  reasonsShort,
  failedReasons: reasonsShort,
  adviceOf: (code: string | null, about: string | null): string =>
    (code !== null ? adviceByCode[code] : undefined) ??
    (about !== null ? adviceByAbout[about] : undefined) ??
    'راجع السبب؛ وأرسل مجددًا بعد معالجته.',
  recipients: 'المستلمون',
  columns: {
    who: 'المستلم',
    what: 'ما حدث',
    when: (zone: string) => `الوقت، ${zone}`,
    cost: 'التكلفة',
  },
  code: (code: ReactNode) => <>Meta {code}</>,
  codeAndCost: (code: ReactNode, cost: string) => (
    <>
      Meta {code}، {cost}
    </>
  ),
  unresolvedAdvice: 'لم يجب واتساب. يحسمها تقريره التالي؛ ولا تُرسل مجددًا تلقائيًا.',
  statusTime: (state: string, time: ReactNode) => (
    <>
      {state} {time}
    </>
  ),
  noMessagesHere: 'لا رسالة بهذه الحالة.',
  noMessagesYet: 'لم تُرسل أي رسالة ضمن هذا البث بعد.',
  noMessagesNext: 'أرسل رسالة من هنا، أو ضع في برنامجك الطلب الذي يعرضه الزر «بصيغة curl».',
  costs: { reserved: 'رسالة محجوزة', consumed: 'رسالة واحدة', released: 'بلا رسائل' } as Record<
    string,
    string
  >,
  toFilter: 'المستلم',
  again: 'إعادة الإرسال…',
  againLabel: (who: string) => `إعادة إرسال الرسالة إلى \u2068${who}\u2069`,
  againDone: 'أُعيد إرسالها باسم',
  settle: 'حسم…',
  settleLabel: (who: string) => `حسم الرسالة إلى \u2068${who}\u2069`,
  message: 'الرسالة',
  facts: {
    sender: 'رقم الإرسال',
    template: 'القالب',
    category: 'الفئة',
    since: 'الحالة منذ',
    number: 'الرقم',
    cost: 'المستهلك من الباقة',
  },
  categories: { utility: 'خدمات', marketing: 'تسويق', authentication: 'مصادقة' } as Record<string, string>,
  idName: 'broadcast_id',
  unnamedVariables: 'تُملأ الكلمات المعلَّمة لكل مستلم.',
  hiddenNumber: 'بلا رقم ظاهر',
  hiddenWhy: 'يخفي واتساب رقم هذا الشخص. تمكن مراسلته لا الاتصال به، ولا تصله قوالب المصادقة.',

  /** Write to a person, with one of them. */
  toTitle: (who: string) => `إرسال رسالة إلى ${who}`,
  toBroadcast: 'البث',
  toTemplate: (template: string) => `يرسل القالب ${template}.`,
  toFreeForm: 'ليس له قالب: لا يمكن مراسلة إلا من كتب خلال آخر 24 ساعة.',
  toNext: 'إلى الرسالة…',

  /** Make and change one. */
  newTitle: 'بث جديد',
  editTitle: (name: string) => `تعديل ${name}`,
  name: 'الاسم',
  sender: 'رقم الإرسال',
  senderHint: 'الرقم الذي تصدر منه رسائله.',
  noSender: 'ليس لهذا المشروع رقم إرسال واتساب بعد. يضيفه مدير تحت أرقام الإرسال.',
  choose: 'اختر…',
  choice: (...words: string[]) => words.join('، '),
  template: 'القالب',
  templateHint: 'ما يجوز إرساله إلى من لم يكتب خلال آخر 24 ساعة.',
  noTemplate: 'بلا قالب: رسائل حرة فقط',
  make: 'إنشاء البث',
  saved: (name: ReactNode) => <>تم حفظ {name}.</>,

  /** The ledger. */
  sendsTitle: 'رسائل الباقة',
  sendsLead: (left: ReactNode, sends: ReactNode) => (
    <>
      المتبقي للمؤسسة {left} من {sends} من رسائل الباقة.
    </>
  ),
  planInactive: ' الباقة غير مفعّلة، فلا يُرسل شيء. يمكن لمشغّل النظام تغيير ذلك.',
  sums: 'المجاميع',
  sumsAside: 'تحجز كل رسالة وحدة من الباقة قبل إرسالها؛ ثم تُحتسب أو تُعاد.',
  sumHeads: { what: 'البند', project: 'هذا المشروع', organization: 'المؤسسة' },
  sumNames: {
    reserved: 'محجوزة، النتيجة غير معروفة',
    consumed: 'مستهلكة، قبلها واتساب',
    released: 'مُعادة، لم تُرسل',
    total: 'الرسائل',
    left: 'المتبقي',
  },
  ledger: 'السجل',
  sendStates: { reserved: 'محجوزة', consumed: 'مستهلكة', released: 'مُعادة' } as Record<string, string>,
  stateFilter: 'الحالة',
  ledgerHeads: { state: 'الوحدة', who: 'المستلم', broadcast: 'البث', at: 'الإرسال', why: 'الرسالة' },
  ledgerEmpty: 'لم يستهلك هذا المشروع شيئًا من رسائل الباقة بعد.',
  ledgerEmptyNext: 'تستهلك الرسالة الأولى وحدة واحدة.',
}
