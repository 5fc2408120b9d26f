import type { ReactNode } from 'react'

/** The page of one call: what is, in one sentence, then how it came to that. */
export const call = {
  tab: (number: string) => `مكالمة إلى \u2068${number}\u2069`,
  tabInbound: (number: string) => `مكالمة من ${number}`,
  missing: 'مكالمة',
  titles: {
    live: (who: ReactNode, at: ReactNode) => (
      <>
        التحدّث جارٍ مع {who} منذ {at}.
      </>
    ),
    ringing: (who: ReactNode, at: ReactNode) => (
      <>
        يرنّ الهاتف لدى {who} منذ {at}.
      </>
    ),
    dialling: (who: ReactNode, at: ReactNode) => (
      <>
        جرى الاتصال بـ{who} في {at}، ولم تجب شركة الاتصالات بعد.
      </>
    ),
    unresolved: (who: ReactNode, at: ReactNode) => (
      <>
        لا يُعرف منذ {at} هل قبلت شركة الاتصالات المكالمة إلى {who}.
      </>
    ),
    completed: (who: ReactNode, at: ReactNode) => (
      <>
        تمت المكالمة مع {who}، وانتهت في {at}.
      </>
    ),
    voicemail: (who: ReactNode, at: ReactNode) => (
      <>
        أجاب جهاز الرد الآلي لدى {who}، {at}.
      </>
    ),
    no_answer: (who: ReactNode, at: ReactNode) => (
      <>
        لم يرد أحد لدى {who}، {at}.
      </>
    ),
    busy: (who: ReactNode, at: ReactNode) => (
      <>
        كان خط {who} مشغولًا، {at}.
      </>
    ),
    failed: (who: ReactNode, at: ReactNode) => (
      <>
        فشلت المكالمة إلى {who}، {at}.
      </>
    ),
    canceled: (who: ReactNode, at: ReactNode) => (
      <>
        أُلغيت المكالمة إلى {who}، {at}.
      </>
    ),
    expired: (who: ReactNode, at: ReactNode) => (
      <>
        انتهت مهلة المكالمة إلى {who}، {at}.
      </>
    ),
  } as Record<string, (who: ReactNode, at: ReactNode) => ReactNode>,
  /** Where the person called. */
  inboundTitles: {
    live: (who: ReactNode, at: ReactNode) => (
      <>
        اتصل {who} ويتحدث منذ {at}.
      </>
    ),
    ringing: (who: ReactNode, at: ReactNode) => (
      <>
        يتصل {who} منذ {at}.
      </>
    ),
    completed: (who: ReactNode, at: ReactNode) => (
      <>
        اتصل {who}، وانتهت المكالمة في {at}.
      </>
    ),
    no_answer: (who: ReactNode, at: ReactNode) => (
      <>
        اتصل {who} ولم يستطع أحد الرد، {at}.
      </>
    ),
    busy: (who: ReactNode, at: ReactNode) => (
      <>
        اتصل {who} وكل الخطوط مشغولة، {at}.
      </>
    ),
    failed: (who: ReactNode, at: ReactNode) => (
      <>
        فشلت المكالمة من {who}، {at}.
      </>
    ),
    canceled: (who: ReactNode, at: ReactNode) => (
      <>
        أنهينا المكالمة من {who}، {at}.
      </>
    ),
  } as Record<string, (who: ReactNode, at: ReactNode) => ReactNode>,
  inboundAdvice: {
    no_answer: 'سمع السبب. لا أحد يعاود الاتصال به تلقائيًا.',
    busy: 'سمع أن كل الخطوط مشغولة. لا أحد يعاود الاتصال به تلقائيًا.',
    failed: 'ابحث عن السبب في صفحة شركة الاتصالات.',
  } as Record<string, string>,
  direction: 'الاتجاه',
  waits: (who: ReactNode, sentence: ReactNode) => (
    <>
      {who}: {sentence}.
    </>
  ),
  advice: {
    unresolved: 'لا يُعاد الاتصال في الأثناء، كي لا يُتصل بأحد مرتين. يستمر سؤال شركة الاتصالات حتى تجيب.',
    no_answer: 'لا محاولات متبقية. أجرِ المكالمة مجددًا، أو زد عدد محاولات الحملة.',
    busy: 'لا محاولات متبقية. أجرِ المكالمة مجددًا، أو زد عدد محاولات الحملة.',
    voicemail: 'لا محاولات متبقية. أجرِ المكالمة مجددًا في وقت آخر من اليوم.',
    canceled: 'لن يُتصل به بعد الآن. أجرِ المكالمة مجددًا إن كان ذلك خطأً.',
    expired: 'انتهت حملتها قبل أن يحين دورها. أجرِ المكالمة مجددًا بعد تمديد الحملة.',
    failed: 'أجرِ المكالمة مجددًا بعد معالجة السبب.',
  } as Record<string, string>,
  failedAdvice: {
    number: 'تحقق من الرقم مع من قدّمه؛ فلن تفيد إعادة المكالمة.',
    account: 'يعالج أحد المشرفين ذلك في «شركات الاتصالات»، ثم أجرِ المكالمة مجددًا.',
    general: 'أجرِ المكالمة مجددًا؛ فإن فشلت ثانية فراجع صفحة شركة الاتصالات نفسها.',
    rate: 'أجرِ المكالمة مجددًا، أو خفّض عدد المكالمات في الثانية في «شركات الاتصالات».',
    fault: 'حدث عطل لدى شركة الاتصالات. أجرِ المكالمة مجددًا بعد بضع دقائق.',
  },
  failedWhy: (reason: ReactNode) => <>السبب: {reason}. </>,
  code: (code: ReactNode) => <>الرمز {code}</>,
  talked: (duration: ReactNode) => <>مدة التحدّث: {duration}. </>,
  cancelRequested: (at: ReactNode) => <>ألغاها أحدهم في {at}؛ وعلى شركة الاتصالات تأكيد الانتهاء. </>,
  placeAgain: 'إعادة المكالمة…',
  placeTitle: (number: string) => `هل تريد الاتصال بـ\u2068${number}\u2069 مجددًا؟`,
  placeBody: (campaign: ReactNode) => (
    <>تُجرى مكالمة جديدة وفق قواعد {campaign} وبالمتغيّرات نفسها. وتبقى هذه المكالمة كما هي.</>
  ),
  placeAction: 'إجراء المكالمة',
  placed: 'أُجريت المكالمة الجديدة. هذه صفحتها.',
  attempts: 'المحاولات',
  legend: (zone: string) => `بتوقيت ${zone}؛ ساعتنا`,
  legendCarrier: 'ساعة شركة الاتصالات',
  noAttempts: 'لم يُتصل بعد.',
  attempt: (number: string) => number,
  about: {
    completed: (duration: ReactNode) => <>مدة التحدّث {duration}</>,
    live: () => <>يتحدّث</>,
    ringing: () => <>يرنّ</>,
    dialling: () => <>جارٍ الاتصال</>,
    unresolved: () => <>غير معروفة بعد</>,
    no_answer: () => <>لم يرد أحد</>,
    busy: () => <>مشغول</>,
    failed: () => <>فاشلة</>,
    canceled: () => <>ملغاة</>,
    never_placed: () => <>لم تُجرها شركة الاتصالات</>,
  } as Record<string, (duration: ReactNode) => ReactNode>,
  events: {
    placed: 'طُلبت',
    dialled: 'تم الاتصال',
    queued: 'قبلتها شركة الاتصالات',
    initiated: 'اتصلت شركة الاتصالات',
    ringing: 'يرنّ',
    'in-progress': 'تم الرد',
    completed: 'انتهت',
    busy: 'مشغول',
    'no-answer': 'لا رد',
    failed: 'فاشلة',
    canceled: 'ملغاة',
    human: 'شخص لا جهاز رد',
    machine: 'جهاز رد آلي',
    unknownAnswer: 'غير مؤكد: شخص أم جهاز رد',
  } as Record<string, string>,
  sources: {
    created: 'عند الطلب',
    asked: 'عند السؤال',
    instructions: 'بطلب الخطوة التالية',
    machine_detection: 'كشف أجهزة الرد',
    inbound: 'عند وصول المكالمة',
  } as Record<string, string>,
  speakingNow: (duration: ReactNode) => <>يتحدّث، {duration}</>,
  lag: (seconds: ReactNode) => (
    <>
      <bdi dir="ltr">+{seconds}</bdi> ث
    </>
  ),
  waited: (duration: ReactNode) => <>{duration} حتى المحاولة التالية.</>,
  retries: (at: ReactNode, duration: ReactNode) => (
    <>
      تُعاد المحاولة في {at}، بعد {duration}.
    </>
  ),
  fault: (reason: ReactNode) => <>فشلت: {reason}</>,
  track: { waits: 'انتظار', rings: 'رنين' },
  trackAttempt: (ordinal: string, state: string) => `المحاولة ${ordinal}، ${state}`,
  transcript: 'نص المحادثة',
  grows: 'يُكتب أثناء التحدّث',
  noTranscript: 'لم يُقل شيء بعد.',
  noTranscriptNext: 'يظهر هنا ما يُقال فور قوله.',
  neverSpoken: 'لم يُقل شيء.',
  speakers: { agent: 'المساعد', customer: 'العميل', system: 'حدث' } as Record<string, string>,
  wholeConversation: 'المحادثة',
  customer: 'العميل',
  noVariables: 'أُجريت المكالمة بلا متغيّرات.',
  moves: 'ما حدث',
  moveReasons: {
    placed: 'قُبلت وأُضيفت إلى قائمة الانتظار',
    started_at_once: 'قُبلت وبدأت فورًا',
    caller_connected: 'اتصل شخص وجرى توصيله',
    caller_turned_away: 'اتصل شخص ولم يُوصل: مغلقة أو موقوفة أو لا خط متاح',
    claimed: 'حان دورها',
    retry: 'تنتظر المحاولة التالية وفق الحملة',
    not_placed: 'لم تقبلها شركة الاتصالات',
    campaign_paused: 'عادت إلى قائمة الانتظار: الحملة موقوفة مؤقتًا',
    do_not_call: 'أُلغيت: الرقم في قائمة عدم الاتصال',
    guard: 'الحد لا يسمح بالمكالمة',
    hours_closed: 'خارج ساعات الاتصال',
    too_late: 'عادت إلى قائمة الانتظار: فات أوان سؤال شركة الاتصالات',
    database_held: 'عادت إلى قائمة الانتظار: الخدمة موقوفة',
    account_unusable: 'عادت إلى قائمة الانتظار: تعذّر فتح حساب شركة الاتصالات',
    callee_zone_unknown: 'المنطقة الزمنية للرقم غير معروفة',
    carrier_silent: 'لم تقل شركة الاتصالات هل قبلت المكالمة',
    carrier_report: 'أبلغت شركة الاتصالات عن تغيير',
    carrier_rejected: 'رفضتها شركة الاتصالات',
    carrier_lost_call: 'لم تعد شركة الاتصالات تعرف المكالمة',
    canceled: 'ألغاها شخص أو برنامج',
    campaign_ended: 'انتهت الحملة',
    campaign_not_ready: 'لم تكن الحملة جاهزة',
  } as Record<string, string>,
  /** What the carrier reported, by the state that the call then had. */
  carrierReports: {
    dialling: 'أبلغت شركة الاتصالات أنها تتصل',
    ringing: 'أبلغت شركة الاتصالات أن الهاتف يرنّ',
    live: 'أبلغت شركة الاتصالات بالرد على المكالمة',
    completed: 'أبلغت شركة الاتصالات بانتهاء المكالمة',
    voicemail: 'أبلغت شركة الاتصالات بأن جهاز رد آليًا أجاب',
    no_answer: 'أبلغت شركة الاتصالات بأن أحدًا لم يرد',
    busy: 'أبلغت شركة الاتصالات بأن الرقم مشغول',
    failed: 'أبلغت شركة الاتصالات بفشل المكالمة',
    canceled: 'أبلغت شركة الاتصالات بإلغاء المكالمة',
  } as Record<string, string>,
  ids: 'المعرّفات',
  carrierCall: 'مكالمة شركة الاتصالات',
  notFound: 'لا توجد مكالمة كهذه في هذا المشروع.',
}
