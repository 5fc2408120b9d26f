import type { ReactNode } from 'react'
import { counted, nouns, numberIn } from './count.tsx'

/** Templates of WhatsApp, and what is wrong with them for broadcasts. */
export const templates = {
  title: 'القوالب',
  /** `stopped`: null where it is not known. */
  lead: (count: string, stopped: number | null) => {
    const all = `القوالب كما هي لدى واتساب: ${counted(count, numberIn(count), nouns.template)}.`
    if (stopped === null) return all
    return stopped === 0
      ? `${all} كل ما تستخدمه عمليات البث يمكن إرساله.`
      : `${all} ما تستخدمه عمليات البث ويتعذر إرساله: ${counted(String(stopped), stopped, nouns.template)}.`
  },
  readAt: (time: ReactNode) => <> قُرئت {time}.</>,
  none: 'لا توجد قوالب في هذا المشروع.',
  noneNext: 'تُنشأ القوالب لدى واتساب. أضف رقم إرسال، ثم اقرأ قوالبه.',
  toSenders: 'إلى أرقام الإرسال',
  tabs: 'الحالة',
  all: 'الكل',
  statuses: {
    approved: 'موافق عليه',
    pending: 'قيد المراجعة',
    rejected: 'مرفوض',
    paused: 'موقوف مؤقتًا',
    disabled: 'معطّل',
  } as Record<string, string>,
  categories: { utility: 'خدمات', marketing: 'تسويق', authentication: 'مصادقة' } as Record<string, string>,
  name: 'القالب',
  nameFilter: 'الاسم',
  state: 'الحالة',
  category: 'الفئة',
  sender: 'رقم الإرسال',
  language: 'اللغة',
  usedBy: 'يستخدمه',
  uses: (count: string) => (count === '0' ? 'لا بث' : counted(count, numberIn(count), nouns.broadcast)),
  quality: 'الجودة',
  qualities: { GREEN: 'عالية', YELLOW: 'متوسطة', RED: 'منخفضة', UNKNOWN: 'لم تُقيَّم بعد' } as Record<
    string,
    string
  >,
  since: (time: ReactNode) => <>منذ {time}</>,
  until: (since: ReactNode, until: ReactNode) => (
    <>
      منذ {since}، حتى {until} تقريبًا
    </>
  ),
  read: 'القراءة من واتساب',
  readNever: 'ليس بعد',
  syncNow: 'القراءة من واتساب الآن',
  synced: (name: ReactNode, added: number, changed: number, disabled: number) =>
    added + changed + disabled === 0 ? (
      <>{name}: لم يتغير شيء لدى واتساب.</>
    ) : (
      <>
        {name}: الجديد {added}، المتغيّر {changed}، غير الموجود بعد الآن {disabled}.
      </>
    ),
  syncFailed: (name: ReactNode, reason: ReactNode) => (
    <>
      {name}: لم يتغير شيء: {reason}.
    </>
  ),
  tooSoon: (name: ReactNode, at: ReactNode) => (
    <>
      {name}: تمت القراءة قبل لحظات، في {at}. حاول مجددًا بعد 15 ثانية.
    </>
  ),
  syncDisconnected: (name: ReactNode) => <>{name} غير متصل، لذا لا تُقرأ قوالبه.</>,
  syncLater: (name: ReactNode) => <>{name}: يستغرق واتساب وقتًا. تُقرأ القوالب في الخلفية.</>,
  syncNothing: 'لا رقم إرسال متصلًا في المشروع، فلا شيء يُقرأ.',
  syncMore: (shown: string, count: number) =>
    `وأيضًا ${counted(shown, count, nouns.sender)}. التفاصيل في صفحات أرقام الإرسال.`,
  idName: 'template_id',
  states: {
    approved: 'يمكن إرساله.',
    pending: 'يراجعه واتساب. لا يمكن الإرسال به قبل انتهاء المراجعة، وغالبًا خلال يوم.',
    rejected: 'رفضه واتساب. أصلحه لدى واتساب وقدّمه مجددًا.',
    paused: 'أوقفه واتساب مؤقتًا، لأن الناس أبلغوا عن رسائله أو تجاهلوها.',
    disabled: 'عطّله واتساب نهائيًا، أو لم يعد لديه. أنشئ قالبًا آخر.',
  } as Record<string, string>,
  pausedUntil: 'يرفع واتساب الإيقاف الأول بعد 3 ساعات والثاني بعد 6؛ والثالث يعطّل القالب.',
  pausedUntilLifted: 'ارفع الإيقاف لدى واتساب في قائمة القوالب، ثم اقرأها هنا.',
  why: 'ما يقوله واتساب',
  whyNothing: 'لم يذكر واتساب سببًا.',
  reasons: {
    ABUSIVE_CONTENT: 'يخالف النص قواعد المحتوى لدى واتساب.',
    INCORRECT_CATEGORY: 'لا تلائم الفئة النص.',
    INVALID_FORMAT: 'الصيغة خاطئة: متغيّر على الطرف، أو مثال ناقص، أو متغيّرات أكثر من اللازم.',
    PROMOTIONAL: 'النص ترويجي، ولا تسمح الفئة بذلك.',
    SCAM: 'يعدّه واتساب احتيالًا.',
    TAG_CONTENT_MISMATCH: 'لا تلائم اللغة أو الفئة النص.',
    CATEGORY_NOT_AVAILABLE: 'هذه الفئة غير متاحة للحساب.',
  } as Record<string, string>,
  languages: 'كما يراه الناس',
  bubble: (name: string, language: string) => `رسالة القالب ${name} باللغة ${language}`,
  headers: { image: 'صورة', video: 'فيديو', document: 'مستند', location: 'موقع على الخريطة' },
  noBody: 'يكتب واتساب النص',
  variables: 'القيم التي يحتاج إليها',
  noVariables: 'لا شيء',
  unsendable: 'لا يمكن إرساله من هنا',
  broadcasts: 'عمليات البث التي تستخدمه',
  noBroadcasts: 'لا يستخدمه أي بث.',
  broadcast: 'البث',
  wrong: 'الخلل',
  nothingWrong: 'لا شيء',
  ofDay: 'الرسائل في 24 س',
  lastMessage: 'آخر رسالة',
  noMessage: 'لا شيء بعد',
  ofLanguage: (language: ReactNode) => <>باللغة {language}</>,
  readFault: (reason: ReactNode) => <>تعذّرت قراءة القوالب في المرة الأخيرة: {reason}.</>,

  trouble: {
    title: {
      template_disabled: (name: ReactNode) => <>القالب {name} معطّل.</>,
      template_rejected: (name: ReactNode) => <>رفض واتساب القالب {name}.</>,
      template_paused: (name: ReactNode) => <>أوقف واتساب القالب {name} مؤقتًا.</>,
      template_pending: (name: ReactNode) => <>ما زال واتساب يراجع القالب {name}.</>,
      other_account: (name: ReactNode) => <>القالب {name} تابع لحساب واتساب آخر.</>,
      unsendable: (name: ReactNode) => <>لا يمكن إرسال القالب {name} من هنا.</>,
      refused_by_whatsapp: (name: ReactNode) => <>يرفض واتساب الرسائل بالقالب {name}.</>,
      variables_differ: (name: ReactNode) => <>لا يطابق القالب {name} ما أُرسل آخر مرة.</>,
    },
    what: {
      template_disabled: 'تُرفض الرسائل حتى يكون للبث قالب آخر.',
      template_rejected: 'تُرفض الرسائل حتى يُصلَح لدى واتساب ويُوافَق عليه.',
      template_paused: 'تُرفض الرسائل حتى ينتهي الإيقاف المؤقت.',
      template_pending: 'تُرفض الرسائل حتى يُوافَق عليه.',
      other_account: 'لا يعرفه واتساب لرقم إرسال هذا البث. اختر قالبًا من الحساب نفسه.',
      unsendable: 'اختر للبث قالبًا آخر.',
      refused_by_whatsapp: 'لم يعد كما قُرئ. اقرأه مجددًا، ثم راجع القيم التي يحتاج إليها.',
      variables_differ: 'تُرفض الرسائل بهذه القيم. على من يرسلها أن يرسل القيم الأخرى.',
    },
    short: {
      template_disabled: 'معطّل',
      template_rejected: 'مرفوض',
      template_paused: 'موقوف مؤقتًا',
      template_pending: 'قيد المراجعة',
      other_account: 'تابع لحساب آخر',
      unsendable: 'لا يمكن إرساله من هنا',
      refused_by_whatsapp: 'رفضه واتساب',
      variables_differ: 'لا يطابق ما أُرسل',
    },
    since: (time: ReactNode) => <> منذ {time}.</>,
    until: (time: ReactNode) => <> حتى {time} تقريبًا.</>,
    says: (words: ReactNode) => <> يقول واتساب: {words}.</>,
    missing: (names: ReactNode) => <> الناقص: {names}.</>,
    unknown: (names: ReactNode) => <> غير المعروف: {names}.</>,
    count: (count: number) => ` المرفوض: ${counted(String(count), count, nouns.message)}.`,
    ofDay: (count: string) =>
      ` في آخر 24 ساعة كان لهذا البث: ${counted(count, numberIn(count), nouns.message)}.`,
    look: 'عرض القالب',
  },
}
