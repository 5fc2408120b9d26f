import type { ReactNode } from 'react'

/** One message, sending it again, settling it, and the form that sends one. */
export const message = {
  missing: 'رسالة',
  tab: (who: string) => `رسالة إلى \u2068${who}\u2069`,
  titles: {
    processing: (who: ReactNode, at: ReactNode) => (
      <>
        الرسالة إلى {who} قيد الإرسال، منذ {at}.
      </>
    ),
    unresolved: (who: ReactNode, at: ReactNode) => (
      <>
        لا يُعرف منذ {at} هل وصلت الرسالة إلى {who} إلى واتساب.
      </>
    ),
    sent: (who: ReactNode, at: ReactNode) => (
      <>
        قبل واتساب الرسالة إلى {who}، {at}.
      </>
    ),
    delivered: (who: ReactNode, at: ReactNode) => (
      <>
        سُلّمت إلى {who}، {at}.
      </>
    ),
    read: (who: ReactNode, at: ReactNode) => (
      <>
        قرأها {who}، {at}.
      </>
    ),
    failed: (who: ReactNode, at: ReactNode) => (
      <>
        فشلت الرسالة إلى {who}، {at}.
      </>
    ),
  } as Record<string, (who: ReactNode, at: ReactNode) => ReactNode>,
  reason: (reason: ReactNode) => <>السبب: {reason}. </>,
  advice: {
    processing: 'يجري سؤال واتساب في هذه اللحظة. تظهر النتيجة هنا خلال ثوانٍ.',
    unresolved:
      'لم يجب واتساب في الوقت المحدد. يحسمها تقريره التالي. لا تُرسل مجددًا تلقائيًا؛ وإن عرف أحد ما حدث فاحسمها.',
    sent: 'يسلّمها واتساب حالما يصل إلى الهاتف، خلال 30 يومًا على الأكثر.',
  } as Record<string, string>,
  resentAs: (link: ReactNode, state: string) => (
    <>
      أُعيد إرسالها باسم {link}، وحالتها: {state}.
    </>
  ),
  resendOf: (link: ReactNode, state: string) => (
    <>
      أُرسلت بدلًا من {link}، وحالة تلك: {state}.
    </>
  ),
  statuses: 'ما أُبلغ عنه',
  statusesAside: (zone: ReactNode) => <>بتوقيت {zone}، وبساعة واتساب حيث أبلغ</>,
  reports: {
    processing: 'سُلّمت إلى واتساب',
    unresolved: 'لا إجابة من واتساب',
    sent: 'قبلها واتساب',
    delivered: 'سُلّمت إلى الهاتف',
    read: 'قُرئت',
    failed: 'فشلت',
  } as Record<string, string>,
  bubble: 'الرسالة',
  noPreview: 'لا يُعرف ما رآه الشخص: ليست نصًا، أو أن قالبها لم يعد موجودًا.',
  request: 'الطلب',
  about: 'التفاصيل',
  facts: {
    broadcast: 'البث',
    who: 'المستلم',
    type: 'النوع',
    cost: 'التكلفة',
    sent: 'الإرسال',
    settled: 'حسمها',
    why: 'كيف عُرف ذلك',
  },
  type: (type: string) => (type === 'template' ? 'قالب' : `رسالة حرة، ${type}`),
  ids: 'المعرّفات',
  toConversation: 'إلى المحادثة',

  settle: 'حسم…',
  settleTitle: 'حسم هذه الرسالة',
  settleBody: 'لا تفعل هذا إلا إن عرف أحد ما حدث. لا تُرسل الرسالة مجددًا تلقائيًا، ولا يمكن تغيير ما تذكره.',
  settleAs: 'ما حدث',
  settleSent: 'وصلت إلى واتساب: تُحتسب رسالة واحدة',
  settleFailed: 'لم تُرسل: تُعاد إلى الباقة',
  settleWhy: 'كيف عُرف ذلك',
  settleWhyHint: 'يُخزَّن مع اسمك: «اتصل العميل وأكد وصولها.»',
  settleAction: 'حسم',
  settled: 'تم حسم الرسالة.',

  send: {
    title: (broadcast: string) => `إرسال رسالة واحدة ضمن ${broadcast}`,
    againTitle: (who: string) => `إعادة الإرسال إلى \u2068${who}\u2069`,
    againBody: 'تُنشأ رسالة جديدة. تبقى الفاشلة كما هي، وترتبط الرسالتان إحداهما بالأخرى.',
    to: 'المستلم',
    toHint: 'رقم مع رمز البلد، مثل \u2068+1 415 555 0100\u2069، أو المعرّف الذي يعطيه واتساب للشخص.',
    sandbox: 'النتيجة في البيئة التجريبية',
    sandboxHint: 'رقم الإرسال هو البيئة التجريبية: يحدد آخر رقمين ما يحدث.',
    sandboxNumbers: [
      { value: '+14155550100', label: 'تُسلَّم وتُقرأ' },
      { value: '+14155550101', label: 'تُسلَّم ولا تُقرأ أبدًا' },
      { value: '+14155550104', label: 'يقرأ ويجيب' },
      { value: '+14155550110', label: 'تفشل: يتعذر التسليم' },
      { value: '+14155550113', label: 'تفشل: حد واتساب للشخص' },
      { value: '+14155550120', label: 'تُرفض: يتعذر التسليم' },
      { value: '+14155550133', label: 'غير معروفة بعد' },
    ],
    kind: 'نوع الرسالة',
    kinds: {
      template: 'القالب',
      text: 'نص حر',
      image: 'صورة',
      video: 'فيديو',
      document: 'مستند',
      other: 'نوع آخر، بصيغة JSON',
    },
    variables: 'متغيّرات القالب',
    noVariables: 'ليس للقالب متغيّرات.',
    variableNames: {
      header_media_url: 'عنوان الوسائط في الترويسة',
      header_location: 'الموقع في الترويسة، بصيغة JSON',
    } as Record<string, string>,
    text: 'النص',
    link: 'عنوان الملف',
    caption: 'التعليق',
    type: 'النوع',
    payload: 'المحتوى، بصيغة JSON',
    payloadFault: 'ليس هذا كائن JSON.',
    checks: 'قبل الإرسال',
    checking: 'جارٍ التحقق…',
    preview: 'ما يراه الشخص',
    noPreview: 'يظهر بعد ملء الحقول.',
    rules: {
      request: 'الحقول',
      resend: 'عدم التكرار',
      plan: 'الباقة',
      sender: 'رقم الإرسال',
      template: 'القالب',
      content: 'المحتوى',
      window: 'نافذة المراسلة',
      opt_out: 'إلغاء الاشتراك',
    } as Record<string, string>,
    notJudged: {
      request: 'ليست كل الحقول صحيحة بعد.',
      content: 'يُتحقق منه بعد إدخال القيم.',
    } as Record<string, string>,
    needsRecipient: 'يُتحقق منه بعد إدخال المستلم.',
    requestPasses: 'كل الحقول مملوءة.',
    resendPasses: 'لم يُعد إرسال الرسالة الفاشلة بعد.',
    planPasses: (left: ReactNode, sends: ReactNode) => (
      <>
        المتبقي {left} من {sends} من رسائل الباقة.
      </>
    ),
    senderPasses: 'متصل.',
    templatePasses: (name: ReactNode, language: ReactNode) => (
      <>
        {name} ({language}) موافق عليه.
      </>
    ),
    contentPasses: 'القيم ملائمة.',
    windowOpen: (until: ReactNode, left: ReactNode) => (
      <>
        مفتوحة حتى {until}، أي {left} من الآن.
      </>
    ),
    windowOpenedBy: (text: ReactNode, at: ReactNode) => (
      <>
        {' '}
        فتحتها {text}، {at}.
      </>
    ),
    windowOpenedUnread: ' فتحتها رسالة ما زالت قيد القراءة.',
    windowNone: 'لم يكتب الشخص إلى رقم الإرسال هذا.',
    windowClosed: (since: ReactNode) => <>مغلقة منذ {since}.</>,
    windowNotNeeded: ' لا يحتاج القالب إلى نافذة.',
    windowNeeded: ' لا يمكن إرسال رسالة حرة؛ ويمكن إرسال قالب.',
    optOutPasses: 'لم يلغِ الشخص اشتراكه.',
    optOutMarketing: (since: ReactNode) => (
      <>ألغى الاشتراك في التسويق منذ {since}؛ وهذه ليست تسويقًا، فيمكن إرسالها.</>
    ),
    optedOut: (scope: string, since: ReactNode, source: string) => (
      <>
        ألغى الاشتراك في {scope} منذ {since}، {source}.
      </>
    ),
    scopes: { all: 'كل الرسائل', marketing: 'التسويق' } as Record<string, string>,
    sources: {
      message: 'برسالة منه',
      provider: 'في واتساب',
      operator: 'سجّله أحد هنا',
    } as Record<string, string>,
    optedOutUnread: 'كتب STOP للتو.',
    hidden: 'يخفي واتساب رقم هذا الشخص. تمكن مراسلته بالمعرّف؛ ولا يمكن إرسال قوالب المصادقة إليه.',
    unknownPerson: 'لا يُعرف هنا أحد بهذا الرقم بعد؛ يُنشأ ملف عند الإرسال.',
    refusals: {
      plan_inactive: 'الباقة غير مفعّلة. يمكن لمشغّل النظام تغيير ذلك.',
      quota_exhausted: 'نفدت رسائل الباقة. يمكن لمشغّل النظام رفع حدها.',
      sender_unavailable: 'رقم الإرسال غير متصل. يصله أحد المشرفين.',
      message_sent_again: 'أُعيد إرسالها من قبل. راجع الرسالة الجديدة.',
      message_not_failed: 'لم تفشل، فلا يُعاد إرسالها.',
    } as Record<string, string>,
    noTemplate: 'ليس للبث قالب. أرسل نصًا حرًا، أو اختر له قالبًا.',
    templateState: (state: string) => `حالة القالب: ${state}؛ ولا يُرسل إلا قالب موافق عليه.`,
    contentFaults: 'بعض القيم ناقصة أو غير ملائمة؛ تبيّن الحقول أيّها.',
    action: 'إرسال',
    againAction: 'إعادة الإرسال',
    cannot: 'تبيّن الفحوص أدناه سبب تعذّر الإرسال.',
    checkFirst: 'لم تنتهِ الفحوص بعد.',
    sentToast: 'قبل واتساب الرسالة.',
    notKnown: 'لا يُعرف بعد هل وصلت الرسالة إلى واتساب.',
    notKnownBody:
      'لا تُرسل مرتين أبدًا: يحمل السؤال مجددًا المفتاح نفسه ويعيد ما آلت إليه فقط. يمكنك إغلاق هذا؛ فالرسالة تبقى في القائمة.',
    notReached: 'لم يستجب الخادم، فلا يُعرف هل قُبلت الرسالة.',
    askAgain: 'السؤال مجددًا',
    following: 'قيد الإرسال. تُفتح صفحتها فور معرفة النتيجة.',
    toMessage: 'إلى الرسالة',
    refusedNote: 'لم يُرسل شيء مرتين. أصلح ذلك وأرسل مجددًا من هنا.',
  },
}
