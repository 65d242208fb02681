<?php
// A small stand-in for WordPress: the functions that the plug-in uses, a page with its shortcode in a
// theme's styles, and its route. For `php -S`.
declare(strict_types=1);

const ABSPATH = '/';
// A request chooses another installation: ?incomplete without a token, ?closed with a filter, ?zone= with another time zone, ?visitor
// without a sign-in, ?visitor=open where visitors may send cases.
define('CASEGATE_SERVICE', getenv('CASEGATE_SERVICE'));
if (!isset($_GET['incomplete'])) {
    define('CASEGATE_TOKEN', 'secret');
}

if (($_GET['visitor'] ?? '') === 'open') {
    define('CASEGATE_VISITORS', true);
}

$hooks = [];
$routes = [];
function add_shortcode(string $name, callable $show): void { global $hooks; $hooks[$name] = $show; }
function add_action(string $name, callable $run): void { global $hooks; $hooks[$name] = $run; }
function register_rest_route(string $base, string $path, array $route): void { global $routes; $routes["/wp-json/$base$path"] = $route; }
function shortcode_atts(array $known, array $given): array { return array_merge($known, array_intersect_key($given, $known)); }
function apply_filters(string $name, mixed $value): mixed { return $name === 'casegate_may_send' && isset($_GET['closed']) ? false : $value; }
function is_user_logged_in(): bool { return !isset($_GET['visitor']); }
function get_locale(): string { return 'en_US'; }
function get_permalink(): string { return '/page'; }
function wp_login_url(string $back): string { return '/wp-login.php?redirect_to=' . urlencode($back); }
function wp_hash(string $text): string { return md5("salt$text"); }
function wp_convert_hr_to_bytes(string $size): int { return (int) $size * (str_ends_with($size, 'M') ? 2 ** 20 : (str_ends_with($size, 'K') ? 2 ** 10 : 1)); }
function transient_file(string $key): string { return getenv('CASEGATE_TRANSIENTS') . "/$key"; }
function get_transient(string $key): mixed { return is_file(transient_file($key)) ? json_decode(file_get_contents(transient_file($key))) : false; }
function set_transient(string $key, mixed $value, int $seconds): bool { return file_put_contents(transient_file($key), json_encode($value)) !== false; }
function wp_timezone_string(): string { return $_GET['zone'] ?? 'America/New_York'; }
function plugins_url(string $path, string $file): string { return "/$path"; }
function rest_url(string $path): string { return "/wp-json/$path"; }
function esc_attr(string $text): string { return htmlspecialchars($text, ENT_QUOTES); }
function wp_json_encode(mixed $value, int $flags = 0): string { return json_encode($value, $flags); }
function wp_create_nonce(string $action): string { return 'nonce'; }
function wp_verify_nonce(string $nonce, string $action): int|false { return $nonce === 'nonce' ? 1 : false; }
function wp_generate_password(int $length, bool $special): string { return substr(bin2hex(random_bytes($length)), 0, $length); }
function wp_get_script_tag(array $attributes): string { return sprintf('<script type="%s" src="%s"></script>', $attributes['type'], $attributes['src']); }
function wp_get_inline_script_tag(string $text): string { return "<script>$text</script>"; }
function is_wp_error(mixed $value): bool { return $value === false; }
function wp_remote_post(string $address, array $request): array|false
{
    $headers = array_map(fn (string $name, string $value): string => "$name: $value", array_keys($request['headers']), $request['headers']);
    $options = [
        'method' => 'POST', 'header' => $headers, 'content' => $request['body'], 'ignore_errors' => true, 'timeout' => $request['timeout'],
        'follow_location' => ($request['redirection'] ?? 5) > 0,
    ];
    $body = @file_get_contents($address, false, stream_context_create(['http' => $options]));
    return $body === false ? false : ['body' => $body, 'status' => (int) explode(' ', $http_response_header[0])[1], 'headers' => $http_response_header];
}
function wp_remote_retrieve_header(array $answer, string $name): string
{
    foreach ($answer['headers'] as $line) {
        if (stripos($line, "$name:") === 0) {
            return trim(substr($line, strlen($name) + 1));
        }
    }
    return '';
}
function wp_remote_retrieve_body(array $answer): string { return $answer['body']; }
function wp_remote_retrieve_response_code(array $answer): int { return $answer['status']; }

class WP_REST_Request
{
    public function get_param(string $name): mixed { return $_POST[$name] ?? null; }
    public function get_file_params(): array { return $_FILES; }
    public function get_header(string $name): ?string { return $_SERVER['HTTP_' . strtoupper($name)] ?? null; }
}
class WP_REST_Response
{
    public function __construct(public mixed $data, public int $status = 200, public array $headers = []) {}
}

require getenv('CASEGATE_PLUGIN');

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path === '/favicon.ico') {
    http_response_code(204);
    return true;
}
if ($path === '/') {
    $form = $hooks['casegate_intake'](['product' => 'pl', 'language' => 'en', 'other' => '"']);
    echo '<!doctype html><html lang="en-US"><head><meta charset="utf-8"><title>Page</title><style>' . file_get_contents(__DIR__ . '/theme.css') . "</style></head>"
        . '<body class="page"><div class="wp-site-blocks"><h2 class="wp-block-post-title">New case</h2><div class="entry-content wp-block-post-content is-layout-constrained">' . $form . '</div></div></body></html>';
    return true;
}
$hooks['rest_api_init']();
if (isset($routes[$path])) {
    $request = new WP_REST_Request();
    $answer = $routes[$path]['permission_callback']($request) ? $routes[$path]['callback']($request) : new WP_REST_Response(['code' => 'rest_forbidden'], 401);
    http_response_code($answer->status);
    header('Content-Type: application/json');
    foreach ($answer->headers as $name => $value) {
        header("$name: $value");
    }
    echo json_encode($answer->data);
    return true;
}
return false; // a file of the package
