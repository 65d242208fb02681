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
 * Every visitor of the page may send a case, unless the filter casegate_may_send returns false:
 *
 *   add_filter('casegate_may_send', fn () => is_user_logged_in());
 */

declare(strict_types=1);

defined('ABSPATH') || exit;

/** The route that takes cases: /wp-json/casegate/v1/cases. */
const CASEGATE_ROUTE = 'casegate/v1';

const CASEGATE_INCOMPLETE = 'wp-config.php needs CASEGATE_SERVICE and CASEGATE_TOKEN.';

add_shortcode('casegate_intake', 'casegate_intake_shortcode');
add_action('rest_api_init', 'casegate_intake_route');

function casegate_intake_is_set_up(): bool
{
    return defined('CASEGATE_SERVICE') && defined('CASEGATE_TOKEN');
}

/** Shows the form. `product` is pl or pe, `language` en or es. */
function casegate_intake_shortcode(array|string $given = []): string
{
    if (!casegate_intake_is_set_up()) {
        return '<p>' . CASEGATE_INCOMPLETE . '</p>';
    }
    if (!apply_filters('casegate_may_send', true)) {
        return '';
    }
    $settings = shortcode_atts(['product' => '', 'language' => ''], is_array($given) ? $given : []);
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
        document.addEventListener("casegate-submit", ({ detail: { payload, files, respondWith } }) => {
          const form = new FormData();
          form.append("case", JSON.stringify(payload));
          for (const { file, label } of files) {
            form.append("files[]", file, file.name);
            form.append("labels[]", label);
          }
          respondWith(fetch($address, { method: "POST", body: form, headers: { "X-WP-Nonce": $nonce } }).then(async (answer) => {
            const body = await answer.json().catch(() => undefined);
            if (answer.ok) return body ?? {};
            throw Object.assign(new Error("refused"), { status: answer.status, body });
          }));
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
    if (!apply_filters('casegate_may_send', true)) {
        return new WP_REST_Response(['title' => 'You may not send cases'], 403);
    }
    $boundary = wp_generate_password(32, false);
    $body = casegate_intake_part($boundary, 'name="case"', (string) $request->get_param('case'));
    $files = $request->get_file_params()['files'] ?? ['tmp_name' => []];
    $labels = (array) $request->get_param('labels');
    foreach ($files['tmp_name'] as $index => $path) {
        if (!is_uploaded_file($path)) {
            return new WP_REST_Response(['title' => 'A file did not arrive'], 400);
        }
        $name = str_replace(['"', "\r", "\n"], ['%22', '%0D', '%0A'], $files['name'][$index]);
        $body .= casegate_intake_part($boundary, "name=\"files\"; filename=\"$name\"", (string) file_get_contents($path), "Content-Type: application/octet-stream\r\n");
        $body .= casegate_intake_part($boundary, 'name="labels"', (string) ($labels[$index] ?? ''));
    }
    $answer = wp_remote_post(CASEGATE_SERVICE . '/api/v1/partner/cases/create/', [
        'headers' => ['Authorization' => 'Token ' . CASEGATE_TOKEN, 'Content-Type' => "multipart/form-data; boundary=$boundary", 'Accept' => 'application/json'],
        'body' => "$body--$boundary--\r\n",
        'timeout' => 180,
    ]);
    if (is_wp_error($answer)) {
        return new WP_REST_Response(['title' => 'The service does not answer'], 502);
    }
    return new WP_REST_Response(json_decode(wp_remote_retrieve_body($answer), true), (int) wp_remote_retrieve_response_code($answer));
}

function casegate_intake_part(string $boundary, string $disposition, string $content, string $more = ''): string
{
    return "--$boundary\r\nContent-Disposition: form-data; $disposition\r\n$more\r\n$content\r\n";
}
