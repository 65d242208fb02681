// A child process that checks cases. docs/guides/other-languages.md says how to run it.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"sync"
)

type Issue struct {
	Code, At, Rule, Severity, Message string
}

type Report struct {
	OK     bool
	Issues []Issue
}

// Casegate is the rulebook in a process of its own.
type Casegate struct {
	mutex   sync.Mutex
	command *exec.Cmd
	cases   io.WriteCloser
	reports *bufio.Reader
}

func Start(today string) (*Casegate, error) {
	command := exec.Command("casegate", "call", "check_case", "--today", today)
	command.Stderr = os.Stderr
	cases, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	reports, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &Casegate{command: command, cases: cases, reports: bufio.NewReader(reports)}, command.Start()
}

// Check returns the report on a case: a map, a struct or a json.RawMessage.
func (c *Casegate) Check(payload any) (Report, error) {
	var report Report
	line, err := json.Marshal(payload) // on one line
	if err != nil {
		return report, err
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if _, err := c.cases.Write(append(line, '\n')); err != nil {
		return report, err
	}
	answer, err := c.reports.ReadBytes('\n')
	if err != nil {
		return report, err
	}
	return report, json.Unmarshal(answer, &report)
}

func (c *Casegate) Close() error {
	c.cases.Close()
	return c.command.Wait()
}

func main() {
	casegate, err := Start("2026-03-01")
	if err != nil {
		log.Fatal(err)
	}
	defer casegate.Close()
	report, err := casegate.Check(map[string]any{"case_type": "pl", "plaintiff_name": "Test Plaintiff"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.OK)
	for _, issue := range report.Issues {
		fmt.Println(issue.At, issue.Code)
	}
}
