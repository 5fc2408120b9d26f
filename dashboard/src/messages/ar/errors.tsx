/**
 * What a refusal means that any page can meet, sign-in too, and what to do. `detail`: the server's sentence has a value that
 * the reader needs, and stands below.
 */
export const errors = {
  unreachable: {
    what: 'الخادم لا يستجيب.',
    advice: 'شبكتك أو الخدمة متوقفة. لم يُفقد شيء مما كتبته.',
  },
  page_failed: { what: 'تعذّر عرض هذا الجزء من الصفحة.', advice: 'أعد تحميل الصفحة.' },
  unexpected: {
    what: 'حدث خطأ في الخدمة.',
    advice: 'حاول مجددًا. وإن تكرر الخطأ فأعطِ معرّف الطلب لمشغّل النظام: فالسبب في السجل.',
  },
  unavailable: {
    what: 'لا تستطيع الخدمة الوصول إلى قاعدة بياناتها.',
    advice: 'حاول مجددًا بعد لحظات. لم يُفقد شيء مما كتبته.',
  },
  invalid_request: {
    what: 'لا تقبل الخدمة هذا.',
    advice: 'صحّح ما تذكره، ثم حاول مجددًا.',
    detail: true,
  },
  body_too_large: { what: 'هذا أكبر من المسموح.', advice: 'صغّره ثم حاول مجددًا.', detail: true },
  headers_too_large: {
    what: 'عنوان الطلب وترويساته أكبر من المسموح.',
    advice: 'قلّل عوامل التصفية. وإن لم يُجدِ ذلك فليبحث مشغّل النظام عن ملفات تعريف ارتباط يضيفها وكيل.',
  },
  route_not_found: {
    what: 'لا تعرف الخدمة هذا العنوان.',
    advice: 'قد تكون هذه الصفحة أقدم من الخدمة أو أحدث منها. أعد تحميلها.',
  },
  sign_in_needed: { what: 'لم تسجّل الدخول.', advice: 'سجّل الدخول ثم حاول مجددًا.' },
  sign_in_failed: {
    what: 'لا أحد لديه هذا البريد وكلمة المرور هذه.',
    advice: 'حاول مجددًا. وإن فقدت كلمة المرور فيمكن لأحد المالكين إنشاء رابط لتعيين كلمة جديدة.',
  },
  password_wrong: { what: 'كلمة المرور غير صحيحة.', advice: 'تحقق منها وحاول مجددًا.' },
  password_needed: {
    what: 'أدخلت كلمة مرورك قبل أكثر من 15 دقيقة.',
    advice: 'أدخلها مجددًا، فيُعاد الطلب.',
  },
  too_many_failures: {
    what: 'محاولات تسجيل دخول فاشلة كثيرة جدًا.',
    advice: 'انتظر حتى الوقت المذكور ثم حاول مجددًا.',
  },
  sign_ins_busy: { what: 'يسجّل كثيرون الدخول في هذه اللحظة.', advice: 'حاول مجددًا بعد بضع ثوانٍ.' },
  public_url_missing: {
    what: 'لا يحدد هذا النظام العنوان الذي يُسجَّل الدخول فيه.',
    advice: 'يعيّن مشغّل النظام PUBLIC_URL إلى العنوان الذي يفتحه الناس.',
  },
  cross_origin: {
    what: 'لم يأتِ الطلب من عنوان لوحة التحكم نفسها.',
    advice: 'افتح لوحة التحكم على عنوانها. وخلف وكيل، يعيّن مشغّل النظام PUBLIC_URL إليه.',
  },
  link_not_found: {
    what: 'هذا الرابط غير صالح: استُخدم أو انتهى أو أُنشئ رابط أحدث.',
    advice: 'اطلب رابطًا جديدًا ممن أعطاك إياه.',
  },
  second_factor_needed: {
    what: 'كلمة المرور صحيحة، ويلزم رمز أيضًا.',
    advice: 'اكتب الرمز الذي يعرضه تطبيق المصادقة، أو رمز استرداد.',
  },
  second_factor_wrong: {
    what: 'هذا الرمز غير صحيح.',
    advice: 'أدخل الرمز الذي يعرضه التطبيق الآن، ولكل رمز مرة واحدة، أو رمز استرداد.',
  },
  second_factor_exists: {
    what: 'التحقق بخطوتين مفعّل لديك.',
    advice: 'أعد تحميل الصفحة، وأوقفه قبل إعداد غيره.',
  },
  second_factor_not_begun: {
    what: 'لم يعد لهذا إعداد تحقق بخطوتين.',
    advice: 'أعد تحميل الصفحة: فقد أُوقف أو أُعدّ في متصفح آخر.',
  },
} as Record<string, { what: string; advice: string; detail?: true }>

export const failure = {
  requestId: 'معرّف الطلب',
}
