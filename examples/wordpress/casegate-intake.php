<?php
/**
 * Plugin Name: Casegate Intake
 * Description: The shortcode [casegate_intake] shows a form for coverage research. Cases go to the service with the firm's token.
 * Version: 0.1.0
 * Requires at least: 5.7
 * Requires PHP: 8.1
 * License: MIT OR Apache-2.0
 *
 * wp-config.php has both the address of the service and a user token:
 *
 *   define('CASEGATE_SERVICE', 'https://service.example');
 *   define('CASEGATE_TOKEN', '…');
 *
 * A case is researched and billed, so only people who are signed in may send one. Either of these decides otherwise:
 *
 *   define('CASEGATE_VISITORS', true);
 *   add_filter('casegate_may_send', fn () => current_user_can('edit_posts'));
 */

declare(strict_types=1);

defined('ABSPATH') || exit;

/** The route that takes cases: /wp-json/casegate/v1/cases. */
const CASEGATE_ROUTE = 'casegate/v1';

/** The most cases of visitors who are not signed in, in CASEGATE_WINDOW seconds: of one of them, and of all. */
const CASEGATE_MOST = ['visitor' => 10, 'all' => 30];
const CASEGATE_WINDOW = 3600;

const CASEGATE_INCOMPLETE = 'wp-config.php needs CASEGATE_SERVICE and CASEGATE_TOKEN.';

add_shortcode('casegate_intake', 'casegate_intake_shortcode');
add_action('rest_api_init', 'casegate_intake_route');

function casegate_intake_is_set_up(): bool
{
    return defined('CASEGATE_SERVICE') && defined('CASEGATE_TOKEN');
}

function casegate_intake_may_send(): bool
{
    $visitors = defined('CASEGATE_VISITORS') && constant('CASEGATE_VISITORS') === true;
    return (bool) apply_filters('casegate_may_send', $visitors || is_user_logged_in());
}

/** Shows the form. `product` is pl or pe, `language` en or es. */
function casegate_intake_shortcode(array|string $given = []): string
{
    if (!casegate_intake_is_set_up()) {
        return '<p>' . CASEGATE_INCOMPLETE . '</p>';
    }
    $settings = shortcode_atts(['product' => '', 'language' => ''], is_array($given) ? $given : []);
    if (!casegate_intake_may_send()) {
        $is_spanish = $settings['language'] === 'es' || ($settings['language'] === '' && str_starts_with(get_locale(), 'es'));
        if (is_user_logged_in()) {
            return $is_spanish ? '<p>Con esta cuenta no se pueden enviar casos.</p>' : '<p>This account may not send cases.</p>';
        }
        return sprintf('<p><a href="%s">%s</a></p>', esc_attr(wp_login_url((string) get_permalink())), $is_spanish ? 'Inicie sesión para enviar un caso' : 'Sign in to send a case');
    }
    $zone = wp_timezone_string();
    // Without a city in the settings of WordPress it is an offset such as +00:00, which older browsers refuse.
    $attributes = str_contains($zone, '/') ? ['time-zone' => $zone] : [];
    foreach (['product' => ['pl', 'pe'], 'language' => ['en', 'es']] as $name => $known) {
        if (in_array($settings[$name], $known, true)) {
            $attributes[$name] = $settings[$name];
        }
    }
    $html = '';
    foreach ($attributes as $name => $value) {
        $html .= sprintf(' %s="%s"', $name, esc_attr($value));
    }
    return "<casegate-intake$html></casegate-intake>" . casegate_intake_scripts();
}

/**
 * The scripts, once on a page. PHP keeps only the last of several files with one name, so the names of the form get brackets. The
 * nonce says that the request comes from a page of this site.
 */
function casegate_intake_scripts(): string
{
    static $is_printed = false;
    if ($is_printed) {
        return '';
    }
    $is_printed = true;
    $address = wp_json_encode(rest_url(CASEGATE_ROUTE . '/cases'), JSON_HEX_TAG);
    $nonce = wp_json_encode(wp_create_nonce('wp_rest'), JSON_HEX_TAG);
    $script = ['type' => 'module', 'src' => plugins_url('casegate-intake.js', __FILE__)];
    return wp_get_script_tag($script) . wp_get_inline_script_tag(<<<SCRIPT
        document.addEventListener("casegate-submit", ({ target, detail: { payload, files, respondWith, signal } }) => {
          const body = new FormData();
          body.append("case", JSON.stringify(payload));
          for (const { file, label } of files) {
            body.append("files[]", file, file.name);
            body.append("labels[]", label);
          }
          // The form reads the answer, whatever it is.
          respondWith(fetch($address, { method: "POST", body, signal, headers: { "X-WP-Nonce": $nonce, "Accept-Language": target.language } }));
        });
        SCRIPT);
}

function casegate_intake_route(): void
{
    register_rest_route(CASEGATE_ROUTE, '/cases', [
        'methods' => 'POST',
        'callback' => 'casegate_intake_forward',
        // The nonce shows that the request comes from a page with the form. WordPress checks that of people who are logged in.
        'permission_callback' => fn (WP_REST_Request $request): bool => wp_verify_nonce($request->get_header('x_wp_nonce') ?? '', 'wp_rest') !== false,
    ]);
}

/** Passes a case on to the service, and its answer back. Nothing of it is stored or logged here. */
function casegate_intake_forward(WP_REST_Request $request): WP_REST_Response
{
    if (!casegate_intake_is_set_up()) {
        return new WP_REST_Response(['title' => CASEGATE_INCOMPLETE], 503);
    }
    if (!casegate_intake_may_send()) {
        return new WP_REST_Response(['title' => 'You may not send cases'], 403);
    }
    // PHP hands over nothing of a request that is larger.
    $most = wp_convert_hr_to_bytes((string) ini_get('post_max_size'));
    if ($most > 0 && (int) ($_SERVER['CONTENT_LENGTH'] ?? 0) > $most) {
        $limit = ini_get('post_max_size');
        return casegate_intake_problem(413, "This site takes at most $limit with a case.", "Este sitio acepta como máximo $limit por caso.");
    }
    $case = $request->get_param('case');
    $labels = (array) ($request->get_param('labels') ?? []);
    if (!is_string($case) || array_filter($labels, 'is_string') !== $labels) {
        return casegate_intake_problem(400, 'The case did not arrive as this site expects it.', 'El caso no llegó como este sitio lo espera.');
    }
    $boundary = wp_generate_password(32, false);
    $body = casegate_intake_part($boundary, 'name="case"', $case);
    $files = casegate_intake_files($request->get_file_params()['files'] ?? null);
    if (count($labels) > count($files)) { // PHP leaves out further files without an error
        $limit = ini_get('max_file_uploads');
        return casegate_intake_problem(413, "Files are missing: this site takes at most $limit with a case.", "Faltan archivos: este sitio acepta como máximo $limit por caso.");
    }
    $labels = array_values($labels);
    foreach ($files as $index => ['name' => $name, 'path' => $path, 'error' => $error]) {
        $number = $index + 1;
        if ($error === UPLOAD_ERR_INI_SIZE || $error === UPLOAD_ERR_FORM_SIZE) {
            $limit = ini_get('upload_max_filesize');
            return casegate_intake_problem(413, "File $number is too large: this site takes at most $limit for one file.", "El archivo $number es demasiado grande: este sitio acepta como máximo $limit por archivo.");
        }
        if ($error === UPLOAD_ERR_PARTIAL) {
            return casegate_intake_problem(400, "Only a part of file $number arrived. Send the case again.", "Llegó solo una parte del archivo $number. Envíe el caso de nuevo.");
        }
        if ($error !== UPLOAD_ERR_OK || !is_uploaded_file($path)) {
            return casegate_intake_problem(400, "This site cannot take in file $number (error $error).", "Este sitio no puede recibir el archivo $number (error $error).");
        }
        $name = str_replace(['"', "\r", "\n"], ['%22', '%0D', '%0A'], $name);
        $body .= casegate_intake_part($boundary, "name=\"files\"; filename=\"$name\"", (string) file_get_contents($path), "Content-Type: application/octet-stream\r\n");
        $body .= casegate_intake_part($boundary, 'name="labels"', $labels[$index] ?? '');
    }
    // Last, so that only what is passed on counts.
    $wait = is_user_logged_in() ? 0 : casegate_intake_wait();
    if ($wait > 0) {
        return casegate_intake_problem(429, 'Too many cases came from visitors. Try again later.', 'Llegaron demasiados casos de visitantes. Intente más tarde.', ['Retry-After' => (string) $wait]);
    }
    $answer = wp_remote_post(CASEGATE_SERVICE . '/api/v1/partner/cases/create/', [
        'headers' => ['Authorization' => 'Token ' . CASEGATE_TOKEN, 'Content-Type' => "multipart/form-data; boundary=$boundary", 'Accept' => 'application/json'],
        'body' => "$body--$boundary--\r\n",
        'timeout' => 150 + intdiv(strlen($body), 250_000),
        'redirection' => 0, // a POST that is redirected becomes a GET, whose answer says nothing about the case
    ]);
    if (is_wp_error($answer)) {
        return new WP_REST_Response(['title' => 'The service does not answer'], 502);
    }
    $status = (int) wp_remote_retrieve_response_code($answer);
    $content = json_decode(wp_remote_retrieve_body($answer), true);
    $headers = array_filter(['Retry-After' => (string) wp_remote_retrieve_header($answer, 'retry-after')]);
    $is_refusal = $status >= 400 && $status < 500;
    if (($status >= 300 && $status < 400) || (!is_array($content) && !$is_refusal)) {
        return new WP_REST_Response(['title' => 'The service does not answer as it should'], 502, $headers);
    }
    return new WP_REST_Response(is_array($content) ? $content : ['title' => 'The service refused the case'], $status, $headers);
}

/** A refusal in the language of the form. Nothing was passed on. */
function casegate_intake_problem(int $status, string $english, string $spanish, array $headers = []): WP_REST_Response
{
    $is_spanish = str_starts_with($_SERVER['HTTP_ACCEPT_LANGUAGE'] ?? '', 'es');
    return new WP_REST_Response(['title' => $is_spanish ? $spanish : $english], $status, $headers);
}

/** Returns the files that a person chose: PHP has one as texts, several as lists of texts, and nested names as lists of lists. */
function casegate_intake_files(?array $given): array
{
    $files = [];
    $add = function (mixed $name, mixed $path, mixed $error) use (&$add, &$files): void {
        if (is_array($path)) {
            foreach ($path as $key => $inner) {
                $add($name[$key], $inner, $error[$key]);
            }
        } elseif ($error !== UPLOAD_ERR_NO_FILE) {
            $files[] = ['name' => $name, 'path' => $path, 'error' => $error];
        }
    };
    if ($given !== null) {
        $add($given['name'], $given['tmp_name'], $given['error']);
    }
    return $files;
}

/**
 * Counts a case of a visitor, or returns the seconds until another is taken. Behind a proxy, the filter casegate_visitor
 * returns the address of the visitor.
 */
function casegate_intake_wait(): int
{
    $visitor = wp_hash((string) apply_filters('casegate_visitor', $_SERVER['REMOTE_ADDR'] ?? ''));
    $counts = [];
    foreach (['visitor' => "casegate_$visitor", 'all' => 'casegate_all'] as $of => $key) {
        [$count, $end] = get_transient($key) ?: [0, time() + CASEGATE_WINDOW];
        if ($count >= CASEGATE_MOST[$of] && $end > time()) {
            return $end - time();
        }
        $counts[$key] = $end > time() ? [$count + 1, $end] : [1, time() + CASEGATE_WINDOW];
    }
    foreach ($counts as $key => $value) {
        set_transient($key, $value, max(1, $value[1] - time()));
    }
    return 0;
}

function casegate_intake_part(string $boundary, string $disposition, string $content, string $more = ''): string
{
    return "--$boundary\r\nContent-Disposition: form-data; $disposition\r\n$more\r\n$content\r\n";
}
