interface SettingGroup {
  id: string
  /** Names of settings. */
  names: readonly string[]
}

/**
 * Page → groups of settings, in the order in which they are shown. Everything else about a setting is in its definition. A
 * test demands that each setting is on exactly one page.
 */
export const settingPages = {
  appearance: [
    { id: 'brand', names: ['app_title', 'app_description', 'app_color'] },
    { id: 'logos', names: ['app_logo', 'app_logo_dark', 'app_logo_horizontal', 'app_logo_horizontal_dark'] },
    { id: 'icons', names: ['app_favicon', 'app_touch_icon', 'app_og_image'] },
  ],
  index: [
    { id: 'homepage', names: ['allow_homepage', 'header_title', 'header_description'] },
    { id: 'features', names: ['section_features', 'features_title', 'features_description'] },
    {
      id: 'boxes',
      names: [
        'section_feature_boxes',
        'feature_title_1',
        'feature_description_1',
        'feature_title_2',
        'feature_description_2',
        'feature_title_3',
        'feature_description_3',
      ],
    },
    { id: 'pricing', names: ['section_pricing_content', 'pricing_title', 'pricing_description'] },
    { id: 'start', names: ['section_get_started', 'get_started_title', 'get_started_description', 'footer_content'] },
  ],
  'sign-in': [
    { id: 'registration', names: ['registration', 'user_verification', 'block_disposable_email'] },
    {
      id: 'bots',
      names: ['proof_of_work', 'allowed_recaptcha', 'recaptcha_client_id', 'recaptcha_client_secret'],
    },
    { id: 'google', names: ['allowed_google_login', 'google_client_id', 'google_client_secret'] },
    { id: 'github', names: ['allowed_github_login', 'github_client_id', 'github_client_secret'] },
    { id: 'facebook', names: ['allowed_facebook_login', 'facebook_client_id', 'facebook_client_secret'] },
    {
      id: 'openid',
      names: ['allowed_openid_login', 'openid_name', 'openid_issuer', 'openid_client_id', 'openid_client_secret'],
    },
  ],
  adsense: [
    { id: 'adsense', names: ['allowed_adsense', 'adsense_client_id'] },
    { id: 'banners', names: ['adsense_banner_01', 'adsense_banner_02', 'adsense_banner_03'] },
  ],
  payments: [
    { id: 'payments', names: ['allowed_payments', 'payments_paused'] },
    { id: 'bonus', names: ['allowed_registration_bonus', 'registration_bonus_amount'] },
    {
      id: 'dunning',
      names: ['usage_bigger_than_balance', 'limit_usage_in_new_accounts', 'limit_usage_in_new_accounts_amount'],
    },
    { id: 'stripe', names: ['allowed_stripe', 'stripe_payment_description'] },
    { id: 'paypal', names: ['allowed_paypal', 'paypal_payment_description'] },
    { id: 'paystack', names: ['allowed_paystack', 'paystack_payment_description'] },
  ],
  billings: [
    { id: 'seller', names: ['billing_name', 'billing_vat_number', 'tax_rates'] },
    {
      id: 'address',
      names: [
        'billing_address',
        'billing_city',
        'billing_postal_code',
        'billing_state',
        'billing_country',
        'billing_phone_number',
      ],
    },
  ],
  others: [
    {
      id: 'limits',
      names: [
        'storage_limitation',
        'default_max_storage_amount',
        'subscription_type',
        'billing_currency',
        'default_max_team_member',
      ],
    },
    { id: 'uploads', names: ['upload_limit', 'chunk_size', 'mimetypes_blacklist'] },
    {
      id: 'retention',
      names: [
        'trash_retention_days',
        'versions_max',
        'versions_retention_days',
        'activity_retention_days',
        'share_log_retention_days',
        'audit_retention_days',
      ],
    },
    { id: 'backups', names: ['backup_folder', 'backup_url', 'backup_interval_hours', 'backup_keep'] },
    { id: 'links', names: ['share_log_addresses'] },
    {
      id: 'installation',
      names: [
        'contact_email',
        'mails_paused',
        'language',
        'google_analytics',
        'content_search',
        'direct_downloads',
        'allow_api_docs',
        'license',
      ],
    },
  ],
} satisfies Record<string, readonly SettingGroup[]>

export type SettingPage = keyof typeof settingPages

/** Path of a page of settings. */
export const settingPagePath = (page: SettingPage): string =>
  page === 'payments' || page === 'billings' ? `/admin/payments/${page}` : `/admin/settings/${page}`

/** Settings whose change resets other settings: they are saved before the others. */
export const resettingSettings = ['openid_issuer'] as const
